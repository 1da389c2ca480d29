import { type PatternNode, UnsupportedPattern } from './parse-pattern.js';

/** The limit bounds counted repeats, such as `a{1000}`, whose body is compiled once per repetition. */
const maxInstructions = 20_000;

/** The operations of instructions. */
export const operations = {
  match: 0,
  character: 1,
  split: 2,
  start: 3,
  end: 4,
  boundary: 5,
  inside: 6,
  look: 7,
  notLook: 8,
} as const;

type CharacterTest = (codePoint: number) => boolean;

/** The instructions of a pattern, one per index, in typed arrays: a long string reads them very often. */
export interface Program {
  readonly direction: 'forward' | 'backward';
  readonly size: number;
  readonly operations: Uint8Array;
  /** The next instruction of each instruction. */
  readonly next: Uint32Array;
  /** The second next instruction of each split. */
  readonly other: Uint32Array;
  readonly tests: readonly (CharacterTest | undefined)[];
  /** The program of each lookaround. It has its own direction. */
  readonly looks: readonly (Program | undefined)[];
  readonly start: number;
  /** `true` if the pattern begins with `^`, so it can only match at the first position. */
  readonly isAnchored: boolean;
  /** `true` if states do not depend on the surrounding characters (no word boundaries or lookarounds). */
  readonly isPlain: boolean;
  /** The cached states, by their instructions. */
  readonly states: Map<string, State>;
}

/** The instructions that a program has reached at a position. */
export interface State {
  /** The character instructions that are waiting for a code point. */
  readonly characters: Uint32Array;
  readonly isMatch: boolean;
  /** The cached next states, by code point. */
  readonly moves: Map<number, State>;
}

interface Instruction {
  readonly operation: number;
  readonly next: number;
  other?: number;
  readonly test?: CharacterTest;
  readonly look?: Program;
}

/** Compiles a syntax tree to instructions, from its end to its start, so that each instruction knows the next one. */
export class Compiler {
  readonly #instructions: Instruction[] = [];
  readonly #direction: Program['direction'];

  constructor(direction: Program['direction']) {
    this.#direction = direction;
  }

  /** @throws UnsupportedPattern when there are too many instructions. */
  compile(node: PatternNode): Program {
    const start = this.#add(node, this.#push({ operation: operations.match, next: 0 }));
    const list = this.#instructions;
    return {
      direction: this.#direction,
      size: list.length,
      operations: Uint8Array.from(list, ({ operation }) => operation),
      next: Uint32Array.from(list, ({ next }) => next),
      other: Uint32Array.from(list, ({ other }) => other ?? 0),
      tests: list.map(({ test }) => test),
      looks: list.map(({ look }) => look),
      start,
      isAnchored: this.#direction === 'forward' && list[start]?.operation === operations.start,
      isPlain: list.every(({ operation }) => operation <= operations.end),
      states: new Map(),
    };
  }

  #push(instruction: Instruction): number {
    if (this.#instructions.length >= maxInstructions)
      throw new UnsupportedPattern('The pattern has too many repetitions.');
    return this.#instructions.push(instruction) - 1;
  }

  #split(next: number, other: number): number {
    return this.#push({ operation: operations.split, next, other });
  }

  #add(node: PatternNode, next: number): number {
    switch (node.type) {
      case 'character':
        return this.#push({ operation: operations.character, next, test: toTest(node.source) });
      case 'anchor':
        return this.#push({ operation: operations[node.at], next });
      case 'sequence': {
        const nodes = this.#direction === 'forward' ? node.nodes.toReversed() : node.nodes;
        return nodes.reduce((after, inner) => this.#add(inner, after), next);
      }
      case 'choice':
        return node.options.map((option) => this.#add(option, next)).reduce((one, two) => this.#split(one, two));
      case 'repeat':
        return this.#addRepeat(node, next);
      case 'look': {
        const look = new Compiler(node.direction === 'ahead' ? 'backward' : 'forward').compile(node.node);
        return this.#push({ operation: node.isNegated ? operations.notLook : operations.look, next, look });
      }
      default:
        return node satisfies never;
    }
  }

  #addRepeat({ node, min, max }: Extract<PatternNode, { type: 'repeat' }>, next: number): number {
    let start = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop: Instruction = { operation: operations.split, next };
      start = this.#push(loop);
      loop.other = this.#add(node, start);
    }
    for (let index = min; index < max && max !== Number.POSITIVE_INFINITY; index++)
      start = this.#split(next, this.#add(node, start));
    for (let index = 0; index < min; index++) {
      const before = this.#instructions.length;
      start = this.#add(node, start);
      // The node compiled to no instructions, so further repetitions add nothing.
      if (this.#instructions.length === before) break;
    }
    return start;
  }
}

/** Code points below this have cached test results. */
const cachedCodePoints = 0x3000;
const tests: Map<string, CharacterTest> = new Map();

/**
 * Returns a test for one code point. The platform's regular expressions decide, so that classes mean the same there.
 */
function toTest(source: string): CharacterTest {
  const known = tests.get(source);
  if (known !== undefined) return known;
  const regex = new RegExp(`^${source}$`, 'u');
  const results = new Uint8Array(cachedCodePoints);
  const test = (codePoint: number): boolean => {
    if (codePoint >= cachedCodePoints) return regex.test(String.fromCodePoint(codePoint));
    if (results[codePoint] === 0) results[codePoint] = regex.test(String.fromCodePoint(codePoint)) ? 1 : 2;
    return results[codePoint] === 1;
  };
  if (tests.size < 500) tests.set(source, test);
  return test;
}

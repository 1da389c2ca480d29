import { type PatternNode, UnsupportedPattern } from './parse-pattern.js';

/** Counted repeats become as many instructions. */
const maxInstructions = 20_000;

/** What an instruction does. */
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

/** The instructions of a pattern, one per index, in lists of numbers: a long text reads them very often. */
export interface Program {
  readonly direction: 'forward' | 'backward';
  readonly size: number;
  readonly operations: Uint8Array;
  /** The instruction that comes after it. */
  readonly next: Uint32Array;
  /** The second one that comes after a split. */
  readonly other: Uint32Array;
  readonly tests: readonly (CharacterTest | undefined)[];
  /** What has to be before or behind the position; it runs in a direction of its own. */
  readonly looks: readonly (Program | undefined)[];
  readonly start: number;
  /** It begins with `^`, so that it can only match from the first position on. */
  readonly isAnchored: boolean;
  /** What it can reach depends on no letters around a position, except at both ends of the text. */
  readonly isPlain: boolean;
  /** What was reached before, by its characters. */
  readonly states: Map<string, State>;
}

/** What a program has reached at a position. */
export interface State {
  /** Instructions that wait for a code point. */
  readonly characters: Uint32Array;
  readonly isMatch: boolean;
  /** The states that code points lead to, as far as they are known. */
  readonly moves: Map<number, State>;
}

interface Instruction {
  readonly operation: number;
  readonly next: number;
  other?: number;
  readonly test?: CharacterTest;
  readonly look?: Program;
}

/** Turns a syntax tree into instructions, from its end to its start, so that each knows its successor. */
export class Compiler {
  readonly #instructions: Instruction[] = [];
  readonly #direction: Program['direction'];

  constructor(direction: Program['direction']) {
    this.#direction = direction;
  }

  /** @throws UnsupportedPattern when it becomes too many instructions. */
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
      throw new UnsupportedPattern('The pattern repeats too many parts too often.');
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
      // Nothing, however often.
      if (this.#instructions.length === before) break;
    }
    return start;
  }
}

/** A single code point of that many is tested by a list; rare ones are tested one by one. */
const listed = 0x3000;
const tests: Map<string, CharacterTest> = new Map();

/** The engine of the platform decides about a single code point, so that classes mean exactly what they mean there. */
function toTest(source: string): CharacterTest {
  const known = tests.get(source);
  if (known !== undefined) return known;
  const regex = new RegExp(`^${source}$`, 'u');
  const results = new Uint8Array(listed);
  const test = (codePoint: number): boolean => {
    if (codePoint >= listed) return regex.test(String.fromCodePoint(codePoint));
    if (results[codePoint] === 0) results[codePoint] = regex.test(String.fromCodePoint(codePoint)) ? 1 : 2;
    return results[codePoint] === 1;
  };
  if (tests.size < 500) tests.set(source, test);
  return test;
}

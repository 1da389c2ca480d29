import { parsePattern, UnsupportedPattern } from './parse-pattern.js';
import { Compiler, operations, type Program, type State } from './pattern-program.js';
import type { WorkBudget } from './work-budget.js';

/** The maximum length of a pattern, in UTF-16 code units. */
const maxLength = 10_000;

/**
 * An ECMAScript regular expression (with the `u` flag) whose test takes time in proportion to the string. It simulates
 * all paths through the pattern at once and visits each instruction at most once per position (a Thompson NFA).
 * Lookaheads are matched backwards from the end of the string, so they are linear, too. Back references are not
 * supported, because they cannot be matched this way.
 */
export class LinearPattern {
  readonly #program: Program;

  /** @throws UnsupportedPattern when the pattern is invalid, too long, or has a back reference. */
  constructor(pattern: string) {
    if (pattern.length > maxLength) throw new UnsupportedPattern('The pattern is too long.');
    this.#program = new Compiler('forward').compile(parsePattern(pattern));
  }

  /** The number of instructions. */
  get size(): number {
    return this.#program.size;
  }

  /**
   * Returns `true` when any part of the string matches.
   *
   * @throws WorkLimitReached when the budget is used up.
   */
  test(text: string, budget: WorkBudget): boolean {
    return new Matcher(text, budget).matchesSomewhere(this.#program);
  }
}

/** Matches programs with one string. */
class Matcher {
  readonly #codePoints: Uint32Array;
  readonly #budget: WorkBudget;
  /** The positions where each lookaround holds: 1 at its index, else 0. */
  readonly #looks: Map<Program, Uint8Array> = new Map();

  constructor(text: string, budget: WorkBudget) {
    budget.spend(text.length);
    this.#codePoints = toCodePoints(text);
    this.#budget = budget;
  }

  matchesSomewhere(program: Program): boolean {
    return this.#run(program, () => 'stop');
  }

  /** Returns the positions where a lookaround holds. Cached, because each costs a pass over the string. */
  #positionsOf(look: Program): Uint8Array {
    const known = this.#looks.get(look);
    if (known !== undefined) return known;
    const positions = new Uint8Array(this.#codePoints.length + 1);
    this.#looks.set(look, positions);
    this.#run(look, (position) => {
      positions[position] = 1;
      return 'continue';
    });
    return positions;
  }

  /** Runs a program from every position at once. Returns `true` when `onMatch` stopped it. */
  #run(program: Program, onMatch: (position: number) => 'stop' | 'continue'): boolean {
    const { size, direction, start, isAnchored } = program;
    const { length } = this.#codePoints;
    this.#budget.spend(size);
    const run: Run = {
      waiting: new InstructionList(size),
      found: new InstructionList(size),
      reached: new Uint32Array(size),
    };
    run.waiting.add(start);
    const isForward = direction === 'forward';
    let state = this.#follow(program, run, 0);
    for (let step = 0; ; step++) {
      if (state.isMatch && onMatch(isForward ? step : length - step) === 'stop') return true;
      if (step === length || (isAnchored && state.characters.length === 0)) return false;
      const codePoint = this.#codePoints[isForward ? step : length - step - 1] ?? 0;
      // Anchors depend on both ends of the string, so transitions are cached only between them.
      const isInner = program.isPlain && step + 1 < length;
      const known = isInner ? state.moves.get(codePoint) : undefined;
      if (known !== undefined) {
        this.#budget.spend(1);
        state = known;
        continue;
      }
      if (!isAnchored) run.waiting.add(start);
      for (const at of state.characters) if (program.tests[at]?.(codePoint)) run.waiting.add(program.next[at] ?? 0);
      const next = this.#follow(program, run, step + 1);
      if (isInner) {
        this.#budget.spend(next.characters.length);
        state = cacheState(program, { state, codePoint, next });
      } else state = next;
    }
  }

  /**
   * Follows the waiting instructions to the character instructions that can be reached without reading a character.
   * Clears the waiting list, which it uses as its stack.
   */
  #follow(
    { operations: ops, next, other, looks, direction }: Program,
    { waiting, found, reached }: Run,
    step: number,
  ): State {
    const position = direction === 'forward' ? step : this.#codePoints.length - step;
    const { instructions: stack } = waiting;
    let isMatch = false;
    let steps = 0;
    found.count = 0;
    for (let count = waiting.count; count > 0; steps++) {
      count -= 1;
      const at = stack[count] ?? 0;
      if (reached[at] === step + 1) continue;
      reached[at] = step + 1;
      const operation = ops[at];
      if (operation === operations.character) found.add(at);
      else if (operation === operations.match) isMatch = true;
      else if (operation === operations.split) {
        stack[count++] = other[at] ?? 0;
        stack[count++] = next[at] ?? 0;
      } else {
        const look = looks[at];
        const isFound = look ? this.#positionsOf(look)[position] === 1 : this.#isAt(operation ?? 0, position);
        if (isFound !== (operation === operations.notLook)) stack[count++] = next[at] ?? 0;
      }
    }
    this.#budget.spend(steps + found.count);
    waiting.count = 0;
    return { characters: found.instructions.slice(0, found.count), isMatch, moves: new Map() };
  }

  #isAt(operation: number, position: number): boolean {
    if (operation === operations.start) return position === 0;
    if (operation === operations.end) return position === this.#codePoints.length;
    return (this.#isWord(position - 1) !== this.#isWord(position)) === (operation === operations.boundary);
  }

  #isWord(position: number): boolean {
    const codePoint = this.#codePoints[position];
    return codePoint !== undefined && /^\w$/u.test(String.fromCodePoint(codePoint));
  }
}

/** The lists of one run of a program, allocated once. */
interface Run {
  /** The instructions to follow at the next position. */
  readonly waiting: InstructionList;
  /** The character instructions that were reached at the current position. */
  readonly found: InstructionList;
  /** For each instruction, the last step at which it was reached, plus one; 0 for never. */
  readonly reached: Uint32Array;
}

/** The maximum number of cached states of a program. Most strings lead to few, but a crafted one can lead to many. */
const maxStates = 300;

/** Caches the state that follows a code point. Returns the cached state with the same instructions, if there is one. */
function cacheState(
  { states }: Program,
  { state, codePoint, next }: { readonly state: State; readonly codePoint: number; readonly next: State },
): State {
  if (states.size >= maxStates) return next;
  const key = `${next.isMatch}${next.characters.join()}`;
  const known = states.get(key) ?? next;
  states.set(key, known);
  if (state.moves.size < maxStates) state.moves.set(codePoint, known);
  return known;
}

class InstructionList {
  readonly instructions: Uint32Array;
  count = 0;

  /** @param size the number of instructions. Each one adds at most two others, once per step. */
  constructor(size: number) {
    this.instructions = new Uint32Array(3 * size + 3);
  }

  add(instruction: number): void {
    this.instructions[this.count] = instruction;
    this.count += 1;
  }
}

function toCodePoints(text: string): Uint32Array {
  const codePoints = new Uint32Array(text.length);
  let count = 0;
  for (let index = 0; index < text.length; count++) {
    const codePoint = text.codePointAt(index) ?? 0;
    codePoints[count] = codePoint;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return codePoints.subarray(0, count);
}

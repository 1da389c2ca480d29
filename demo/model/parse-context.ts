import type { Cursor } from './cursor.js';
import type { Step } from './steps.js';

/** The shared state of the grammar rules while one request is parsed. */
export interface ParseContext {
  readonly cursor: Cursor;
  /** The steps found so far. */
  readonly steps: readonly Step[];
  /** The file that "it" refers to: the last named one. */
  readonly lastPath: string | null;
}

/** A rule that reads one clause at the cursor. It returns `null` if it does not match. */
export type Rule = (context: ParseContext) => Step[] | null;

/** Returns the list, or `null` if it is empty, as the result of a rule. */
export function orNull(steps: Step[]): Step[] | null {
  return steps.length > 0 ? steps : null;
}

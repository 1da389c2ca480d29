import type { Cursor } from './cursor.js';
import type { Step } from './steps.js';

/** What the rules of the grammar share while one request is read. */
export interface ParseContext {
  readonly cursor: Cursor;
  /** The steps found so far. */
  readonly steps: readonly Step[];
  /** What "it" means: the file that was named last. */
  readonly lastPath: string | null;
}

/** A rule reads one clause at the cursor; `null` says that it does not fit. */
export type Rule = (context: ParseContext) => Step[] | null;

/** `null` for an empty list, so that a rule can end with what it found. */
export function orNull(steps: Step[]): Step[] | null {
  return steps.length > 0 ? steps : null;
}

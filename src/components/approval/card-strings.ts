import type { ApprovalState } from './approval-state.js';

/** What a card says besides the words of its answers. */
export interface CardStrings {
  /** Where a call stands. Of a state with a message, the beginning of the sentence. */
  readonly states: Readonly<Record<ApprovalState, string>>;
  /** A state and what the model is told: the reason of a denial, the message of a failure. */
  readonly because: (state: string, message: string) => string;
  /** Asked about because of what the call touches. */
  readonly askedFor: (what: readonly string[]) => string;
  readonly defer: string;
  /** On the button that approves something destructive, after a key has pressed it once. */
  readonly confirm: string;
  readonly confirmNote: string;
  /** Names the form for the input of a call. */
  readonly editForm: (title: string) => string;
  /** What the form edits, above its fields. */
  readonly input: string;
  /** Of a card that could not be rendered: a plain one stands in for it. */
  readonly failed: string;
}

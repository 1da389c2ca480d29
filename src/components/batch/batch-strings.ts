import type { KeyVerb } from '../card/keys.js';

/** How many calls are to be answered how. */
export interface ChoiceCount {
  readonly approve: number;
  readonly edit: number;
  readonly deny: number;
  readonly defer: number;
  /** Not chosen yet. */
  readonly open: number;
}

/** What is said of a whole batch, besides what its cards say. */
export interface BatchStrings {
  /** On whose behalf, where a sub-agent asks. */
  readonly owner: (path: readonly string[]) => string;
  /** The bar of what is decided. */
  readonly progress: string;
  /** The same in a review, of what is chosen. */
  readonly chosenProgress: string;
  readonly chosenOf: (done: number, all: number) => string;
  readonly expiresIn: (time: string) => string;
  readonly overdue: string;
  readonly extend: (time: string) => string;
  /** Heads the list of all calls in their order. */
  readonly plan: (count: number) => string;
  /** Where a call of the plan stands, after its title. */
  readonly planOpen: string;
  readonly approveLowRisk: (count: number) => string;
  readonly deferAll: string;
  /** What “approve all” does not approve: the titles of calls as a list, and how many more there are. */
  readonly left: (titles: string, more: number) => string;
  readonly denyAllLabel: string;
  readonly summary: (count: ChoiceCount) => string;
  readonly submit: (count: number) => string;
  readonly submitHint: string;
  readonly submitting: string;
  readonly chosen: ChosenStrings;
  readonly help: string;
  readonly helpTitle: string;
  /** When the keys count. */
  readonly helpNote: string;
  readonly helpClose: string;
  /** What the keys do. */
  readonly keys: Readonly<Record<KeyVerb, string>>;
}

/** One line per choice that is not sent yet. */
export interface ChosenStrings {
  readonly approve: string;
  readonly edit: string;
  readonly deny: (message: string) => string;
  readonly defer: string;
  readonly change: string;
}

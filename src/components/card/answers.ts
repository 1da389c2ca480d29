import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember } from '../../approval/grants/remember.js';

/** The time of sending answers: each at its press, or all together after a review. */
export type Commit = 'each' | 'review';

/** An answer that the user has chosen at a card and can still change. */
export interface Choice {
  readonly status: 'chosen' | 'sending';
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** The choices to remember, for an approval and for a denial. */
export type Remembered = Readonly<Record<Grant['effect'], Remember | undefined>>;

/** The reason why an answer that the batch sent was rejected. */
export type AnswerProblem =
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

/** The result of {@link useAnswers}. */
export interface Answers {
  readonly status: 'idle' | 'sending';
  /** The choices by tool call id; empty unless answers are reviewed. */
  readonly choices: ReadonlyMap<string, Choice>;
  /** The problems by tool call id. */
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  /** The number of rejected answers of the last press for several calls. */
  readonly refused: number;
  /** Answers one call, or stores the choice. */
  readonly decide: (item: PendingItem, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Answers several calls. A second press while the first is being sent does nothing. */
  readonly decideEach: (items: readonly PendingItem[], decision: Decision) => void;
  readonly retract: (item: PendingItem) => void;
  /** Sends the choices for these calls. */
  readonly submit: (items: readonly PendingItem[]) => void;
}

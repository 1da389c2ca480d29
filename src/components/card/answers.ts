import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember } from '../../approval/grants/remember.js';

/** When answers go out: each at its press, or all together once a person has looked over them. */
export type Commit = 'each' | 'review';

/** What a person has chosen at a card and can still change. */
export interface Choice {
  readonly status: 'chosen' | 'sending';
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** What is chosen to be remembered with an answer, for a yes and for a no. */
export type Remembered = Readonly<Record<Grant['effect'], Remember | undefined>>;

/** Why an answer that the batch sent was not taken. */
export type AnswerProblem =
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

/** What {@link useAnswers} gives. */
export interface Answers {
  readonly status: 'idle' | 'sending';
  /** By tool call id; empty unless answers are reviewed. */
  readonly choices: ReadonlyMap<string, Choice>;
  /** By tool call id. */
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  /** How many answers of the last press for several were not taken. */
  readonly refused: number;
  /** Answers one call, or notes the choice. */
  readonly decide: (item: PendingItem, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** The same for several. A second press while the first is on its way does nothing. */
  readonly decideEach: (items: readonly PendingItem[], decision: Decision) => void;
  readonly takeBack: (item: PendingItem) => void;
  /** Sends the choices for these calls. */
  readonly submit: (items: readonly PendingItem[]) => void;
}

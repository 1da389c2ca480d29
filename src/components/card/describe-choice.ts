import type { Decision } from '../../approval/broker/decision.js';
import { defaultDenial } from '../../protocol/make-answer.js';

/** The number of calls for each kind of answer. */
export interface ChoiceCount {
  readonly approve: number;
  readonly edit: number;
  readonly deny: number;
  readonly defer: number;
  /** Not chosen yet. */
  readonly open: number;
}

/** One string for each choice that is not sent yet. */
interface ChosenStrings {
  readonly approve: string;
  readonly edit: string;
  readonly deny: (message: string) => string;
  readonly defer: string;
  readonly change: string;
}

/** Returns the kind of a decision, for counts and strings. */
export function choiceKind(decision: Decision): Exclude<keyof ChoiceCount, 'open'> {
  if (decision === 'defer') return 'defer';
  if (decision === true) return 'approve';
  if (decision === false || decision instanceof Error) return 'deny';
  if (decision.kind === 'tool-approved') return decision.overrideArgs === undefined ? 'approve' : 'edit';
  return decision.kind === 'tool-return' ? 'approve' : 'deny';
}

/** Returns the string for a choice that is not sent yet. */
export function choiceWords(decision: Decision, strings: ChosenStrings): string {
  const kind = choiceKind(decision);
  return kind === 'deny' ? strings.deny(denialOf(decision)) : strings[kind];
}

function denialOf(decision: Decision): string {
  return typeof decision === 'object' && 'message' in decision ? decision.message : defaultDenial;
}

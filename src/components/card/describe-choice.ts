import type { Decision } from '../../approval/broker/decision.js';
import { defaultDenial } from '../../protocol/make-answer.js';

/** How many calls are to be answered how. */
export interface ChoiceCount {
  readonly approve: number;
  readonly edit: number;
  readonly deny: number;
  readonly defer: number;
  /** Not chosen yet. */
  readonly open: number;
}

/** One line per choice that is not sent yet. */
export interface ChosenStrings {
  readonly approve: string;
  readonly edit: string;
  readonly deny: (message: string) => string;
  readonly defer: string;
  readonly change: string;
}

/** Which kind of answer a decision is, for counting and for words. */
export function choiceKind(decision: Decision): Exclude<keyof ChoiceCount, 'open'> {
  if (decision === 'defer') return 'defer';
  if (decision === true) return 'approve';
  if (decision === false || decision instanceof Error) return 'deny';
  if (decision.kind === 'tool-approved') return decision.overrideArgs === undefined ? 'approve' : 'edit';
  return decision.kind === 'tool-return' ? 'approve' : 'deny';
}

/** Puts a choice in words that has not been sent yet. */
export function choiceWords(decision: Decision, strings: ChosenStrings): string {
  const kind = choiceKind(decision);
  return kind === 'deny' ? strings.deny(denialOf(decision)) : strings[kind];
}

function denialOf(decision: Decision): string {
  return typeof decision === 'object' && 'message' in decision ? decision.message : defaultDenial;
}

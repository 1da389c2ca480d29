'use client';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import { editedInput } from '../../approval/edit/edited-call.js';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember } from '../../approval/grants/remember.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ArmingState } from '../arming/watch-arming.js';
import type { Choice, Remembered } from '../card/answers.js';
import { useBatchCard } from '../card/batch-context.js';
import type { Letters } from '../card/keys.js';
import { type DraftControl, useDraft } from '../card/use-draft.js';
import { type EditedItem, type InputDraft, toInputDraft, useEditedItem } from '../card/use-edited-item.js';
import { useRemembered } from '../card/use-remembered.js';
import type { Attempt } from '../shared/use-attempt.js';
import { useDecision } from '../shared/use-decision.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { likelyField } from './likely-field.js';
import { type LettersControl, useLetters } from './use-letters.js';

/** The answers that have a key. */
export type AnswerVerb = 'approve' | 'edit' | 'deny' | 'defer';

/** The ways to answer a pending call, for the parts of its card. */
export interface Answering {
  readonly run: UseAgentRunResult;
  readonly item: PendingItem;
  readonly batch: PendingBatch;
  /** The call that an answer would approve: with the draft, or with the chosen edit. */
  readonly edited: EditedItem;
  /**
   * The parts that are shown: the buttons, one of the forms, or none. `closed`: it is decided, or an answer is chosen.
   */
  readonly mode: 'buttons' | 'editing' | 'denying' | 'closed';
  readonly isBusy: boolean;
  /** The state of the last answer, with the reason if it was rejected. */
  readonly attempt: Attempt;
  readonly draft: DraftControl;
  /** The answer that is chosen and not sent yet. */
  readonly choice: Choice | undefined;
  /** `possible`: the answer can be changed, since it is only chosen, or its batch has not been sent. */
  readonly change: 'possible' | 'none';
  readonly retract: () => void;
  /** Answers the call, with the choice to remember. Errors are in `attempt`. */
  readonly answer: (decision: Decision) => Promise<void>;
  /** Clears the error. */
  readonly clear: () => void;
  /** The choices to remember, for an approval and for a denial. */
  readonly remember: Remembered;
  readonly setRemember: (effect: Grant['effect'], remember: Remember | undefined) => void;
  readonly setArming: (state: ArmingState) => void;
  /** The buttons that keys press. */
  readonly buttons: RefObject<Map<AnswerVerb, HTMLElement>>;
  /** `true` while a press comes from a key with a modifier: it needs no second press. */
  readonly isDeliberate: RefObject<boolean>;
  readonly letters: LettersControl;
}

/** Options of {@link useAnswering}. */
interface AnsweringOptions extends Pick<Answering, 'run' | 'item' | 'batch'> {
  readonly cardRef: RefObject<HTMLElement | null>;
  /** Default: the setting of the batch around, or `on`. */
  readonly letters: Letters | undefined;
}

/** The result of {@link useAnswering}. */
interface AnsweringState {
  readonly answering: Answering;
  readonly arming: ArmingState;
}

/** Returns the state of the answer to one call, from the first press to the result. */
export function useAnswering({ run, item, batch, cardRef, letters: given }: AnsweringOptions): AnsweringState {
  const around = useBatchCard(item);
  const { choice } = around ?? {};
  const isClosed = item.state.status === 'decided' || item.state.status === 'running' || choice !== undefined;
  const claimFocus = useFocusHandoff(cardRef, item.state.status === 'decided' || choice?.status === 'chosen');
  const decide = around?.decide;
  const decider = useMemo(
    () =>
      decide === undefined
        ? run
        : { decide: ((_, decision, options) => decide(decision, options)) as typeof run.decide },
    [decide, run],
  );
  const { attempt: own, send, clear } = useDecision(decider, item);
  const attempt = own.status === 'none' ? (around?.problem ?? own) : own;
  const { draft, goLater, stay } = useDraftForLater({ run, item, cardRef, likely: likelyField(item.call.input) });
  const [remember, setRemember] = useRemembered(item);
  const [arming, setArming] = useState<ArmingState>('armed');
  const buttons = useRef(new Map<AnswerVerb, HTMLElement>());
  const isDeliberate = useRef(false);
  const letters = useLetters(cardRef, given);
  const answer = async (decision: Decision): Promise<void> => {
    const chosen = remember[isYes(decision) ? 'allow' : 'deny'];
    claimFocus();
    rememberHeight(cardRef.current);
    const options = decision === 'defer' || chosen === undefined ? {} : { remember: chosen };
    if (decision === 'defer') goLater();
    const outcome = await send(decision, options).catch((): DecideOutcome | undefined => undefined); // The card shows the problem, through `attempt`.
    if (outcome?.status !== 'accepted') stay();
  };
  const edited = useEditedItem(item, run.formOf(item.id), inputDraftOf(item, draft.draft, choice));
  const mode = isClosed ? 'closed' : draft.draft === undefined ? 'buttons' : modes[draft.draft.mode];
  const isBusy = attempt.status === 'sending' || item.state.status === 'checking' || choice?.status === 'sending';
  const isUnsent = isChangeable(item, batch);
  const change = choice !== undefined || isUnsent ? 'possible' : 'none';
  const retract = (): void => (isUnsent ? void run.retract(item.id) : around?.retract());
  const verbs = { answer, clear, setRemember, setArming, retract };
  return {
    answering: {
      run,
      item,
      batch,
      edited,
      mode,
      isBusy,
      attempt,
      draft,
      choice,
      change,
      remember,
      buttons,
      isDeliberate,
      letters,
      ...verbs,
    },
    arming,
  };
}

/** The padding above and below a decided card. */
const foldedPadding = 16;

/** Stores the height of a card for the animation that folds it. A style attribute would violate a strict policy. */
function rememberHeight(card: HTMLElement | null): void {
  card?.style.setProperty('--cs-folded-from', `${Math.max(0, card.clientHeight - foldedPadding)}px`);
}

/** Returns the draft or chosen edit that replaces the model's input. */
function inputDraftOf({ call }: PendingItem, draft: Draft | undefined, choice: Choice | undefined): InputDraft {
  if (choice !== undefined) {
    const { decision } = choice;
    const isYes = typeof decision === 'object' && 'kind' in decision && decision.kind === 'tool-approved';
    const input = isYes ? editedInput(decision, call.input) : undefined;
    return input === undefined ? { type: 'none' } : { type: 'input', input };
  }
  // Nothing executes with the input of a proposal.
  const isDraft = draft?.mode === 'edit' && call.fixedBy === undefined && call.interrupted === undefined;
  return isDraft ? toInputDraft(draft, call.input) : { type: 'none' };
}

function isChangeable({ state }: PendingItem, { answers }: PendingBatch): boolean {
  return answers === 'changeable' && state.status === 'decided' && state.by.type === 'person';
}

/** Keeps the draft of a call that is left open for its next card, without opening a form on this one. */
function useDraftForLater(options: Parameters<typeof useDraft>[0]): {
  readonly draft: DraftControl;
  readonly goLater: () => void;
  readonly stay: () => void;
} {
  const [going, setGoing] = useState<'on' | 'later'>('on');
  const control = useDraft(options);
  const goLater = (): void => {
    setGoing('later');
    control.keep();
  };
  const draft = going === 'later' ? { ...control, draft: undefined } : control;
  return { draft, goLater, stay: () => setGoing('on') };
}

const modes = { edit: 'editing', deny: 'denying' } as const;

function isYes(decision: Decision): boolean {
  return decision === true || (typeof decision === 'object' && 'kind' in decision && decision.kind === 'tool-approved');
}

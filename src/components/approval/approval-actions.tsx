'use client';
import { toolDenied } from '../../protocol/make-answer.js';
import { answerStrings } from '../../words/english/approval.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { cardStrings } from '../../words/english/card.js';
import { keyMap } from '../card/keys.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { AnswerButton, type ApprovalButtonState } from './answer-button.js';
import { ApprovalContext, type ApprovalPartState, partState } from './approval-context.js';

/**
 * The row of answer buttons, shown until the user begins an answer. For a destructive call, put deny first and approve
 * last.
 */
export const ApprovalActions: Part<'div', ApprovalPartState> = part('Approval.Actions', 'div', (props, render) => {
  const { view, answering } = useWithin(ApprovalContext, 'Approval.Actions');
  if (answering === null || answering.mode !== 'buttons') return null;
  return render(props, { 'data-cs': 'actions', state: partState(view) });
});

/** Props of `Approval.Deny`. */
interface ApprovalDenyProps {
  /** `none` denies at once, without `Approval.ReasonForm`. Default `ask`. */
  readonly reason?: 'ask' | 'none';
}

/** Opens the form that denies the call with a reason for the model. Shown until the user begins an answer. */
export const ApprovalDeny: Part<'button', ApprovalButtonState, ApprovalDenyProps> = part(
  'Approval.Deny',
  'button',
  ({ reason = 'ask', children, ...props }) => {
    const { answering, view } = useWithin(ApprovalContext, 'Approval.Deny');
    const strings = useWords(answerStrings);
    if (answering === null || answering.mode !== 'buttons') return null;
    const { draft, answer } = answering;
    return (
      <AnswerButton
        {...props}
        action="deny"
        verb="deny"
        look={view.risk === 'destructive' ? 'danger' : 'plain'}
        shortcut={keyMap.deny}
        isUnavailable={answering.isBusy}
        onPress={() => (reason === 'ask' ? draft.open('deny') : void answer(toolDenied()))}
      >
        {children ?? (reason === 'ask' ? strings.deny : strings.denyPlain)}
      </AnswerButton>
    );
  },
);

/**
 * Opens the form that edits the input. Shown until the user begins an answer, to people whose approval counts: an edit
 * is one.
 */
export const ApprovalEdit: Part<'button', ApprovalButtonState> = part(
  'Approval.Edit',
  'button',
  ({ children, ...props }) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Edit');
    const strings = useWords(answerStrings);
    if (answering === null || answering.mode !== 'buttons') return null;
    const viewer = answering.item.call.approvalProgress?.viewer;
    if (viewer === 'requester' || viewer === 'other') return null;
    const own = { action: 'edit', verb: 'edit', shortcut: keyMap.edit, isUnavailable: answering.isBusy } as const;
    return (
      <AnswerButton {...props} {...own} onPress={() => answering.draft.open('edit')}>
        {children ?? strings.edit}
      </AnswerButton>
    );
  },
);

/** Leaves the call open: the run ends and can be resumed later. Shown until the user begins an answer. */
export const ApprovalDefer: Part<'button', ApprovalButtonState> = part(
  'Approval.Defer',
  'button',
  ({ children, ...props }) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Defer');
    const strings = useWords(cardStrings);
    if (answering === null || answering.mode !== 'buttons') return null;
    const own = { action: 'defer', verb: 'defer', look: 'quiet', shortcut: keyMap.defer } as const;
    return (
      <AnswerButton {...props} {...own} isUnavailable={answering.isBusy} onPress={() => void answering.answer('defer')}>
        {children ?? strings.defer}
      </AnswerButton>
    );
  },
);

/** Retracts an answer that is not sent yet, together with its choice to remember. Rendered only then. */
export const ApprovalChange: Part<'button', ApprovalButtonState> = part(
  'Approval.Change',
  'button',
  ({ children, ...props }) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Change');
    const strings = useWords(batchCardStrings).chosen;
    if (answering === null || answering.change === 'none') return null;
    const own = { action: 'change', look: 'quiet', isUnavailable: answering.isBusy } as const;
    return (
      <AnswerButton {...props} {...own} onPress={() => answering.retract()}>
        {children ?? strings.change}
      </AnswerButton>
    );
  },
);

'use client';
import { type ForwardedRef, forwardRef } from 'react';
import { toolDenied } from '../../protocol/make-answer.js';
import { batchCardStrings } from '../batch/batch-strings.js';
import { keyMap } from '../card/keys.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { AnswerButton, type ApprovalButtonProps, type ApprovalButtonState } from './answer-button.js';
import { type ApprovalPart, type ApprovalPartState, partState, useApproval } from './approval-context.js';
import { answerStrings } from './approval-strings.js';
import { cardStrings } from './card-strings.js';

/** Props of `Approval.Actions`. */
export type ApprovalActionsProps = PartProps<'div', ApprovalPartState>;

/** A row for the ways to answer, shown while nothing else has been begun. On a destructive call, put denying first and approving last. */
export const ApprovalActions: ApprovalPart<ApprovalActionsProps, HTMLDivElement> = forwardRef(function ApprovalActions(
  props: ApprovalActionsProps,
  ref: ForwardedRef<HTMLDivElement>,
) {
  const { view, answering } = useApproval('Approval.Actions');
  if (answering === null || answering.mode !== 'buttons') return null;
  const part = { slot: 'actions', state: partState(view), ref };
  return renderPart<'div', ApprovalPartState>('div', props, part);
});

export declare namespace ApprovalActions {
  type Props = ApprovalActionsProps;
  type State = ApprovalPartState;
}

/** Props of `Approval.Deny`. */
export interface ApprovalDenyProps extends ApprovalButtonProps {
  /** `none` says no at once, without `Approval.ReasonForm`. Default `ask`. */
  readonly reason?: 'ask' | 'none';
}

/** Begins to say no, with a reason for the model. Shown while nothing else has been begun. */
export const ApprovalDeny: ApprovalPart<ApprovalDenyProps, HTMLButtonElement> = forwardRef(function ApprovalDeny(
  { reason = 'ask', children, ...props }: ApprovalDenyProps,
  ref: ForwardedRef<HTMLButtonElement>,
) {
  const { answering, view } = useApproval('Approval.Deny');
  const strings = useWords(answerStrings);
  if (answering === null || answering.mode !== 'buttons') return null;
  const { draft, answer } = answering;
  return (
    <AnswerButton
      {...props}
      ref={ref}
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
});

export declare namespace ApprovalDeny {
  type Props = ApprovalDenyProps;
  type State = ApprovalButtonState;
}

/** Begins to edit the input. Shown while nothing else has been begun. */
export const ApprovalEdit: ApprovalPart<ApprovalButtonProps, HTMLButtonElement> = forwardRef(function ApprovalEdit(
  { children, ...props }: ApprovalButtonProps,
  ref: ForwardedRef<HTMLButtonElement>,
) {
  const { answering } = useApproval('Approval.Edit');
  const strings = useWords(answerStrings);
  if (answering === null || answering.mode !== 'buttons') return null;
  const own = { action: 'edit', verb: 'edit', shortcut: keyMap.edit, isUnavailable: answering.isBusy } as const;
  return (
    <AnswerButton {...props} {...own} ref={ref} onPress={() => answering.draft.open('edit')}>
      {children ?? strings.edit}
    </AnswerButton>
  );
});

export declare namespace ApprovalEdit {
  type Props = ApprovalButtonProps;
  type State = ApprovalButtonState;
}

/** Leaves the call open: the run ends with it, and goes on from there another time. Shown while nothing else has been begun. */
export const ApprovalDefer: ApprovalPart<ApprovalButtonProps, HTMLButtonElement> = forwardRef(function ApprovalDefer(
  { children, ...props }: ApprovalButtonProps,
  ref: ForwardedRef<HTMLButtonElement>,
) {
  const { answering } = useApproval('Approval.Defer');
  const strings = useWords(cardStrings);
  if (answering === null || answering.mode !== 'buttons') return null;
  const own = { action: 'defer', verb: 'defer', look: 'quiet', shortcut: keyMap.defer } as const;
  return (
    <AnswerButton
      {...props}
      {...own}
      ref={ref}
      isUnavailable={answering.isBusy}
      onPress={() => void answering.answer('defer')}
    >
      {children ?? strings.defer}
    </AnswerButton>
  );
});

export declare namespace ApprovalDefer {
  type Props = ApprovalButtonProps;
  type State = ApprovalButtonState;
}

/** Takes back an answer as long as it is not sent, with what it was remembered for. Shown only then. */
export const ApprovalChange: ApprovalPart<ApprovalButtonProps, HTMLButtonElement> = forwardRef(function ApprovalChange(
  { children, ...props }: ApprovalButtonProps,
  ref: ForwardedRef<HTMLButtonElement>,
) {
  const { answering } = useApproval('Approval.Change');
  const strings = useWords(batchCardStrings).chosen;
  if (answering === null || answering.change === 'none') return null;
  const own = { action: 'change', look: 'quiet', isUnavailable: answering.isBusy } as const;
  return (
    <AnswerButton {...props} {...own} ref={ref} onPress={() => answering.takeBack()}>
      {children ?? strings.change}
    </AnswerButton>
  );
});

export declare namespace ApprovalChange {
  type Props = ApprovalButtonProps;
  type State = ApprovalButtonState;
}

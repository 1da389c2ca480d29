'use client';
import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { batchCardStrings } from '../batch/batch-strings.js';
import { type PartProps, renderPart } from '../part/part.js';
import { lastMinute, type TimeLeft, useTimeLeft } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { type ApprovalPart, useApproval } from './approval-context.js';

/** State of `Approval.Countdown`: `data-state`. */
export interface ApprovalCountdownState extends Record<string, string> {
  /** `soon`: within the last minute. */
  readonly state: TimeLeft['state'];
}

/** Props of `Approval.Countdown`. */
export interface ApprovalCountdownProps extends PartProps<'p', ApprovalCountdownState> {
  /** Tells the time in milliseconds since 1970. Default: the page's clock. Keep the function outside of your component. */
  readonly now?: (() => number) | undefined;
  /** `own`: only where the call ends at another time than its batch, which says its own. Default `always`. */
  readonly when?: 'always' | 'own';
}

/**
 * How long a person still has, second by second; for more than a day, until when. That the last minute has begun is said aloud, once.
 * Nothing where the call waits for ever, for longer than dates reach, or no more. Children stand behind the words: `Approval.Extend`.
 */
export const ApprovalCountdown: ApprovalPart<ApprovalCountdownProps, HTMLParagraphElement> = forwardRef(
  function ApprovalCountdown(
    { now, when = 'always', children, ...props }: ApprovalCountdownProps,
    ref: ForwardedRef<HTMLParagraphElement>,
  ) {
    const { answering } = useApproval('Approval.Countdown');
    const strings = useWords(batchCardStrings);
    const { duration } = useFormat();
    const expiresAt = answering === null || answering.mode === 'closed' ? undefined : answering.item.expiresAt;
    const time = useTimeLeft(expiresAt, { now });
    if (time === null || (when === 'own' && expiresAt === answering?.batch.expiresAt)) return null;
    const state: ApprovalCountdownState = { state: time.state };
    const inside = (
      <>
        <time role="timer" aria-live="off" dateTime={time.dateTime}>
          {escapeUnseen(time.words)}
        </time>
        {children}
        <LastMinute isNow={state.state === 'soon'} words={strings.expiresIn(duration(lastMinute))} />
      </>
    );
    const part = { slot: 'card-expiry', state, ref };
    return renderPart<'p', ApprovalCountdownState>('p', { ...props, children: inside }, part);
  },
);

export declare namespace ApprovalCountdown {
  type Props = ApprovalCountdownProps;
  type State = ApprovalCountdownState;
}

function LastMinute({ isNow, words }: { readonly isNow: boolean; readonly words: string }): ReactElement {
  return (
    <span data-cs="announcer" role="status">
      {isNow ? escapeUnseen(words) : null}
    </span>
  );
}

/** Props of `Approval.Extend`. */
export interface ApprovalExtendProps extends PartProps<'button', Record<string, string>> {
  /** How much more time there is then, in milliseconds. Default: five minutes. */
  readonly duration?: number | undefined;
}

/** Gives more time for this call. Nothing where it waits for ever, or no more. */
export const ApprovalExtend: ApprovalPart<ApprovalExtendProps, HTMLButtonElement> = forwardRef(function ApprovalExtend(
  { duration: time = 300_000, ...props }: ApprovalExtendProps,
  ref: ForwardedRef<HTMLButtonElement>,
) {
  const { answering } = useApproval('Approval.Extend');
  const strings = useWords(batchCardStrings);
  const { duration } = useFormat();
  if (answering === null || answering.mode === 'closed' || answering.item.expiresAt === undefined) return null;
  const { run, item, isBusy } = answering;
  const { id, expiresAt } = answering.item;
  const own = {
    type: 'button',
    'data-action': 'extend',
    'data-look': 'quiet',
    'aria-disabled': isBusy || undefined,
    onClick: (_: MouseEvent) => {
      if (!isBusy && expiresAt !== undefined) run.extend(id, expiresAt + time);
    },
  };
  const part = { slot: 'button', state: { kind: item.kind }, own, ref };
  const children = strings.extend(duration(time));
  return renderPart<'button', Record<string, string>>('button', { children, ...props }, part);
});

export declare namespace ApprovalExtend {
  type Props = ApprovalExtendProps;
}

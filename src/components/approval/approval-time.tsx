'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { lastMinute, type TimeLeft, useTimeLeft } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { ApprovalContext } from './approval-context.js';

/** State of `Approval.Countdown`: `data-state`. */
interface ApprovalCountdownState {
  /** `soon`: less than one minute is left. */
  readonly state: TimeLeft['state'];
}

/** Props of `Approval.Countdown`. */
interface ApprovalCountdownProps {
  /**
   * Returns the time in milliseconds since 1970. Default: the page's clock. Keep the function outside of your
   * component.
   */
  readonly now?: (() => number) | undefined;
  /** `own`: only if the call expires at another time than its batch, which shows its own. Default `always`. */
  readonly when?: 'always' | 'own';
}

/**
 * The time until the call expires, updated each second; for more than a day, the date. The beginning of the last minute
 * is announced once. Renders nothing when the call is not pending, never expires, or expires later than dates reach.
 * Children follow the words: `Approval.Extend`.
 */
export const ApprovalCountdown: Part<'p', ApprovalCountdownState, ApprovalCountdownProps> = part(
  'Approval.Countdown',
  'p',
  ({ now, when = 'always', children, ...props }, render) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Countdown');
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
    return render(props, { 'data-cs': 'card-expiry', state, children: inside });
  },
);

function LastMinute({ isNow, words }: { readonly isNow: boolean; readonly words: string }): ReactElement {
  return (
    <span data-cs="announcer" role="status">
      {isNow ? escapeUnseen(words) : null}
    </span>
  );
}

/** Props of `Approval.Extend`. */
interface ApprovalExtendProps {
  /** The time to add, in milliseconds. Default: five minutes. */
  readonly duration?: number | undefined;
}

/** Extends the deadline of this call. Renders nothing when it never expires or is not pending. */
export const ApprovalExtend: Part<'button', Record<string, string>, ApprovalExtendProps> = part(
  'Approval.Extend',
  'button',
  ({ duration: time = 300_000, ...props }, render) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Extend');
    const strings = useWords(batchCardStrings);
    const { duration } = useFormat();
    if (answering === null || answering.mode === 'closed' || answering.item.expiresAt === undefined) return null;
    const { run, item, isBusy } = answering;
    const { id, expiresAt } = answering.item;
    return render(props, {
      state: { kind: item.kind },
      'data-action': 'extend',
      'data-look': 'quiet',
      'aria-disabled': isBusy || undefined,
      onClick: (_) => {
        if (!isBusy && expiresAt !== undefined) run.extend(id, expiresAt + time);
      },
      children: strings.extend(duration(time)),
    });
  },
);

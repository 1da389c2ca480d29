'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useBatch } from '../card/batch-context.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useSteadyLocale } from '../shared/use-steady-locale.js';
import { type TimeLeft, useTimeLeft } from '../shared/use-time-left.js';
import { useWords } from '../strings-provider.js';
import { batchCardStrings } from './batch-strings.js';

/** State of `Batch.Countdown`: `data-state`. */
export interface BatchCountdownState extends Record<string, string> {
  /** `soon`: within the last minute. */
  readonly state: TimeLeft['state'];
}

/** Props of `Batch.Countdown`. */
export interface BatchCountdownProps extends PartProps<'p', BatchCountdownState> {
  /** Tells the time in milliseconds since 1970. Default: the page's clock. Keep the function outside of your component. */
  readonly now?: (() => number) | undefined;
}

/** How long people still have, second by second; for more than a day, until when. Nothing where the batch waits for ever, or for longer than dates reach. It is not read aloud by itself. */
export const BatchCountdown: ForwardRefExoticComponent<BatchCountdownProps & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function BatchCountdown({ now, ...props }: BatchCountdownProps, ref) {
    const { batch } = useBatch('Batch.Countdown');
    const time = useTimeLeft(batch.expiresAt, { now });
    if (time === null) return null;
    const children = <time dateTime={time.dateTime}>{escapeUnseen(time.words)}</time>;
    const state: BatchCountdownState = { state: time.state };
    const own = { role: 'timer', 'aria-live': 'off' };
    return renderPart<'p', BatchCountdownState>('p', { children, ...props }, { slot: 'batch-expiry', state, own, ref });
  });

export declare namespace BatchCountdown {
  type Props = BatchCountdownProps;
  type State = BatchCountdownState;
}

/** Props of `Batch.Extend`. */
export interface BatchExtendProps extends PartProps<'button', Record<string, string>> {
  /** How much more time people get, in milliseconds. Default: five minutes. */
  readonly duration?: number | undefined;
}

/** Gives people more time. Nothing where the batch waits for ever. */
export const BatchExtend: ForwardRefExoticComponent<BatchExtendProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function BatchExtend({ duration: time = 300_000, ...props }: BatchExtendProps, ref) {
    const { batch, run, open } = useBatch('Batch.Extend');
    const strings = useWords(batchCardStrings);
    const locale = useSteadyLocale();
    const { expiresAt, batchId } = batch;
    if (expiresAt === undefined || open.length === 0) return null;
    const own = {
      type: 'button',
      'data-action': 'extend',
      'data-look': 'quiet',
      onClick: () => run.extend(batchId, expiresAt + time),
    };
    const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    const children = strings.extend(new Intl.NumberFormat(locale, minutes).format(time / 60_000));
    return renderPart<'button', Record<string, string>>(
      'button',
      { children, ...props },
      { slot: 'button', state: {}, own, ref },
    );
  },
);

export declare namespace BatchExtend {
  type Props = BatchExtendProps;
}

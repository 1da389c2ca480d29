'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useSteadyLocale } from '../shared/use-steady-locale.js';
import { type TimeLeft, useTimeLeft } from '../shared/use-time-left.js';
import { useWords } from '../strings-provider.js';

/** State of `Batch.Countdown`: `data-state`. */
interface BatchCountdownState {
  /** `soon`: less than one minute is left. */
  readonly state: TimeLeft['state'];
}

/** Props of `Batch.Countdown`. */
interface BatchCountdownProps {
  /**
   * Returns the time in milliseconds since 1970. Default: the page's clock. Keep the function outside of your
   * component.
   */
  readonly now?: (() => number) | undefined;
}

/**
 * The time until the batch expires, updated each second; for more than a day, the date. Renders nothing when the batch
 * never expires, or later than dates reach. It is not a live region.
 */
export const BatchCountdown: Part<'p', BatchCountdownState, BatchCountdownProps> = part(
  'Batch.Countdown',
  'p',
  ({ now, ...props }, render) => {
    const { batch } = useWithin(BatchContext, 'Batch.Countdown');
    const time = useTimeLeft(batch.expiresAt, { now });
    if (time === null) return null;
    return render(props, {
      'data-cs': 'batch-expiry',
      state: { state: time.state },
      role: 'timer',
      'aria-live': 'off',
      children: <time dateTime={time.dateTime}>{escapeUnseen(time.words)}</time>,
    });
  },
);

/** Props of `Batch.Extend`. */
interface BatchExtendProps {
  /** The time to add, in milliseconds. Default: five minutes. */
  readonly duration?: number | undefined;
}

/** Extends the deadline. Renders nothing when the batch never expires. */
export const BatchExtend: Part<'button', NoState, BatchExtendProps> = part(
  'Batch.Extend',
  'button',
  ({ duration: time = 300_000, ...props }, render) => {
    const { batch, run, open } = useWithin(BatchContext, 'Batch.Extend');
    const strings = useWords(batchCardStrings);
    const locale = useSteadyLocale();
    const { expiresAt, batchId } = batch;
    if (expiresAt === undefined || open.length === 0) return null;
    const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return render(props, {
      'data-action': 'extend',
      'data-look': 'quiet',
      onClick: () => run.extend(batchId, expiresAt + time),
      children: strings.extend(new Intl.NumberFormat(locale, minutes).format(time / 60_000)),
    });
  },
);

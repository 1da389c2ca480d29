'use client';
import type { ComponentProps, ReactElement } from 'react';
import { MeterBar, MeterCost, MeterTokens } from './meter-parts.js';
import { MeterRoot, type MeterRootProps } from './meter-root.js';

/** Props of {@link ContextMeter}. */
type ContextMeterProps = MeterRootProps & Pick<ComponentProps<typeof MeterRoot>, 'className' | 'id'>;

/**
 * The used share of the model's context window, and the cost by a function of yours. It is made of the parts in `Meter`
 * only.
 *
 * @example
 * const price = ({ inputTokens, outputTokens }: RunUsage) =>
 *   `$${((inputTokens * 3 + outputTokens * 15) / 1e6).toFixed(2)}`;
 * <ContextMeter run={run} window={200_000} price={price} />
 */
export function ContextMeter(props: ContextMeterProps): ReactElement {
  return (
    <MeterRoot {...props}>
      <MeterBar />
      <MeterTokens />
      <MeterCost />
    </MeterRoot>
  );
}

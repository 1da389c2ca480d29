'use client';
import { useMemo } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { RunUsage } from '../../protocol/outcome.js';
import { type Part, part } from '../part/part.js';
import { type PartContext, partContext } from '../part/use-within.js';
import { type ContextUse, readContext } from './read-context.js';

/** The fill level of the window. `high` begins at 80 %, `full` at 95 %; without a window it is `low`. */
type ContextLevel = 'low' | 'high' | 'full';

/** Props of `Meter.Root`. */
export interface MeterRootProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /** The number of tokens that the model accepts at once. Default: unknown, without a bar. */
  readonly window?: number | undefined;
  /**
   * Returns the total cost so far, with its currency, as text. It receives the sum of all runs, with their sub-agents.
   * Default: no cost, since prices are not known here.
   */
  readonly price?: ((usage: RunUsage) => string | undefined) | undefined;
}

interface MeterControl extends ContextUse, Pick<MeterRootProps, 'window' | 'price'> {
  readonly level: ContextLevel;
}

/** The meter around. */
export const MeterContext: PartContext<MeterControl> = partContext(
  'Meter.Root run={…}',
  'it has no conversation to measure',
);

/**
 * Provides the used share of the model's context window, and the cost. Renders nothing before the first answer.
 *
 * @example <Meter.Root run={run} window={200_000}><Meter.Bar /><Meter.Tokens /></Meter.Root>
 */
export const MeterRoot: Part<'div', { level: ContextLevel }, MeterRootProps> = part(
  'Meter.Root',
  'div',
  ({ run, window, price, children, ...props }, render) => {
    const usage = useConversation(run, (state) => state.usage);
    const status = useConversation(run, (state) => state.status);
    // Events are read when a request or a run has ended, not at each delta.
    // biome-ignore lint/correctness/useExhaustiveDependencies: between those the use stays the same
    const use = useMemo(() => readContext(run.store.getState().events), [run.store, usage, status]);
    const level = levelOf(use.tokens, window);
    const control = useMemo(() => ({ ...use, window, level, price }), [use, window, level, price]);
    if (use.total.requests === 0) return null;
    return render(props, {
      'data-cs': 'context-meter',
      state: { level },
      children: <MeterContext.Provider value={control}>{children}</MeterContext.Provider>,
    });
  },
);

function levelOf(tokens: number, window: number | undefined): ContextLevel {
  if (window === undefined || tokens < 0.8 * window) return 'low';
  return tokens < 0.95 * window ? 'high' : 'full';
}

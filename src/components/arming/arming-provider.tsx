'use client';
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import type { ArmingTimes } from './watch-arming.js';

/** Nobody sets it: spans are all that is asked of it. */
const clock: Clock = { ...systemClock, now: () => performance.now() };

const ArmingContext: Context<ArmingTimes> = createContext<ArmingTimes>({ delay: 500, settle: 500, clock });

/** Props of {@link ArmingProvider}. */
export interface ArmingProviderProps {
  /** How long a button has to be on screen before a press counts, in milliseconds. Default: that of the provider around, or 500. */
  readonly delay?: number;
  /** How long it has to have stood still, in milliseconds. Default: that of the provider around, or 500. */
  readonly settle?: number;
  /** Where the time comes from, for tests: the environment of a virtual clock. Default: the page's. */
  readonly clock?: Clock;
  readonly children?: ReactNode;
}

/**
 * Sets how long the approve buttons inside take no press after they came into view or moved.
 *
 * @example <ArmingProvider delay={1000}><AgentChat run={run} /></ArmingProvider>
 */
export function ArmingProvider({ children, ...given }: ArmingProviderProps): ReactElement {
  const outer = useContext(ArmingContext);
  const { delay = outer.delay, settle = outer.settle, clock: time = outer.clock } = given;
  const times = useMemo(() => ({ delay, settle, clock: time }), [delay, settle, time]);
  return <ArmingContext.Provider value={times}>{children}</ArmingContext.Provider>;
}

/** The times in force here. */
export function useArmingTimes(): ArmingTimes {
  return useContext(ArmingContext);
}

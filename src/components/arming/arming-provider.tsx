'use client';
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import type { ArmingTimes } from './watch-arming.js';

/** Nobody sets this clock: only differences are read from it. */
const clock: Clock = { ...systemClock, now: () => performance.now() };

const ArmingContext: Context<ArmingTimes> = createContext<ArmingTimes>({ delay: 500, settle: 500, clock });

/** Props of {@link ArmingProvider}. */
interface ArmingProviderProps {
  /**
   * The time that a button has to be on screen before it accepts a press, in milliseconds. Default: that of the
   * provider around, or 500.
   */
  readonly delay?: number;
  /** The time that a button must not have moved, in milliseconds. Default: that of the provider around, or 500. */
  readonly settle?: number;
  /** The clock, for tests: the environment of a virtual clock. Default: the page's. */
  readonly clock?: Clock;
  readonly children?: ReactNode;
}

/**
 * Sets how long the approve buttons inside ignore presses after they came into view or moved.
 *
 * @example <ArmingProvider delay={1000}><AgentChat run={run} /></ArmingProvider>
 */
export function ArmingProvider({ children, ...given }: ArmingProviderProps): ReactElement {
  const outer = useContext(ArmingContext);
  const { delay = outer.delay, settle = outer.settle, clock: time = outer.clock } = given;
  const times = useMemo(() => ({ delay, settle, clock: time }), [delay, settle, time]);
  return <ArmingContext.Provider value={times}>{children}</ArmingContext.Provider>;
}

/** Returns the arming times of the provider around. */
export function useArmingTimes(): ArmingTimes {
  return useContext(ArmingContext);
}

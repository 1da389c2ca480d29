'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Grant } from '../approval/grants/grant.js';
import type { Grants } from '../approval/grants/grants.js';

/** What {@link useGrants} gives. */
export interface UseGrantsResult {
  /** Those that are alive, oldest first. */
  readonly list: readonly Grant[];
  /** Why they could not be loaded or saved. */
  readonly problem: Grants['problem'];
  /** Takes one back: from here on, it answers nothing. `false`: there is none with this id. */
  readonly revoke: Grants['revoke'];
}

/**
 * The decisions that are remembered, and again whenever they change.
 *
 * @param grants `run.grants`, or those that several conversations share; `undefined`: nothing is remembered.
 * @example const { list, revoke } = useGrants(run.grants);
 */
export function useGrants(grants: Grants | undefined): UseGrantsResult {
  const { subscribe, list: readList, revoke } = grants ?? nothing;
  const list = useSyncExternalStore(subscribe, readList, readList);
  const readProblem = (): Grants['problem'] => grants?.problem;
  const problem = useSyncExternalStore(subscribe, readProblem, readProblem);
  return useMemo(() => ({ list, problem, revoke }), [list, problem, revoke]);
}

const none: readonly Grant[] = [];
const nothing = { subscribe: () => () => {}, list: () => none, revoke: () => false };

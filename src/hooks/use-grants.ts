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
 * The decisions that a ledger remembers, and again whenever they change.
 *
 * @param grants the same object in each rendering.
 * @example const { list, revoke } = useGrants(grants);
 */
export function useGrants(grants: Grants): UseGrantsResult {
  const list = useSyncExternalStore(grants.subscribe, grants.list, grants.list);
  const readProblem = (): Grants['problem'] => grants.problem;
  const problem = useSyncExternalStore(grants.subscribe, readProblem, readProblem);
  return useMemo(() => ({ list, problem, revoke: grants.revoke }), [list, problem, grants]);
}

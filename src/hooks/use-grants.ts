'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Grant } from '../approval/grants/grant.js';
import type { Grants } from '../approval/grants/grants.js';

/** The result of {@link useGrants}. */
export interface UseGrantsResult {
  /** The grants in force, oldest first. */
  readonly list: readonly Grant[];
  /** The reason why they could not be loaded or saved. */
  readonly problem: Grants['problem'];
  /** Revokes a grant: from here on, it answers nothing. Returns `false` for an unknown id. */
  readonly revoke: Grants['revoke'];
}

/**
 * Returns the grants, and renders again whenever they change.
 *
 * @param grants - `run.grants`, or those that several conversations share, the same object in each rendering;
 * `undefined`: there are none.
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

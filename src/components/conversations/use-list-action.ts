'use client';
import { useCallback, useMemo, useRef, useState } from 'react';

/** The state of the last action on conversations. A successful one leaves no state: the list changes. */
type ListActionState = { readonly status: 'idle' | 'busy' } | { readonly status: 'failed'; readonly problem: string };

/** The result of {@link useListAction}. */
export interface ListAction {
  readonly state: ListActionState;
  /** Runs an action; does nothing while another one is in progress. Resolves with `true` when it succeeded. */
  readonly attempt: (work: () => unknown) => Promise<boolean>;
  /** Returns `true` when no action is in progress. */
  readonly isFree: () => boolean;
  /** Shows a problem; without a string, clears it. */
  readonly showProblem: (problem?: string) => void;
}

/** Runs one action at a time, and stores the description of the last error. */
export function useListAction(wordsOf: (error: unknown) => string): ListAction {
  const [state, setState] = useState<ListActionState>({ status: 'idle' });
  const isBusy = useRef(false);
  const showProblem = useCallback(
    (problem?: string) => setState(problem === undefined ? { status: 'idle' } : { status: 'failed', problem }),
    [],
  );
  const isFree = useCallback(() => !isBusy.current, []);
  const attempt = useCallback(
    async (work: () => unknown): Promise<boolean> => {
      if (isBusy.current) return false;
      isBusy.current = true;
      setState({ status: 'busy' });
      try {
        await work();
        showProblem();
        return true;
      } catch (error) {
        showProblem(wordsOf(error));
        return false;
      } finally {
        isBusy.current = false;
      }
    },
    [showProblem, wordsOf],
  );
  return useMemo(() => ({ state, attempt, isFree, showProblem }), [state, attempt, isFree, showProblem]);
}

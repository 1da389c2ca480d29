'use client';
import { useCallback, useMemo, useRef, useState } from 'react';

/** The state of the last action on conversations. A successful one leaves no state: the list changes. */
export type TrialState = { readonly status: 'idle' | 'busy' } | { readonly status: 'failed'; readonly problem: string };

/** The result of {@link useTrial}. */
export interface Trial {
  readonly state: TrialState;
  /** Runs an action; does nothing while another one is in progress. Resolves with `true` when it succeeded. */
  readonly attempt: (work: () => unknown) => Promise<boolean>;
  /** Returns `true` when no action is in progress. */
  readonly isFree: () => boolean;
  /** Shows a problem; without a string, clears it. */
  readonly tell: (problem?: string) => void;
}

/** Runs one action at a time, and stores the description of the last error. */
export function useTrial(wordsOf: (error: unknown) => string): Trial {
  const [state, setState] = useState<TrialState>({ status: 'idle' });
  const isBusy = useRef(false);
  const tell = useCallback(
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
        tell();
        return true;
      } catch (error) {
        tell(wordsOf(error));
        return false;
      } finally {
        isBusy.current = false;
      }
    },
    [tell, wordsOf],
  );
  return useMemo(() => ({ state, attempt, isFree, tell }), [state, attempt, isFree, tell]);
}

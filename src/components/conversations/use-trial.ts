'use client';
import { useCallback, useMemo, useRef, useState } from 'react';

/** What became of the last try to do something with conversations. What was done leaves no trace: the list changes. */
export type TrialState = { readonly status: 'idle' | 'busy' } | { readonly status: 'failed'; readonly problem: string };

/** What {@link useTrial} gives. */
export interface Trial {
  readonly state: TrialState;
  /** Does it; nothing, while something is being done. Resolves with whether it was done. */
  readonly attempt: (work: () => unknown) => Promise<boolean>;
  /** Whether nothing is being done. */
  readonly isFree: () => boolean;
  /** Says that something is wrong; without words, that nothing is any more. */
  readonly tell: (problem?: string) => void;
}

/** Does one thing at a time, and keeps in words what went wrong with the last. */
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

'use client';
import { useCallback, useContext, useMemo, useState } from 'react';
import { CallSecrets } from '../value/call-secrets-context.js';
import { toLines } from './compare-lines.js';
import type { DiffContextValue } from './diff-context.js';
import { hideInLines } from './hide-in-lines.js';

/** What is hidden in the two texts of a diff. */
export interface HiddenLines {
  /** How many different lines hold secrets. */
  readonly count: number;
  readonly isRevealed: boolean;
  readonly toggle: () => void;
  readonly lineOf: DiffContextValue['lineOf'];
}

/** Compared are the texts as they are: a secret that changes is a change. Only what is drawn has its secrets left out. */
export function useHiddenLines(before: string, after: string): HiddenLines {
  const secrets = useContext(CallSecrets);
  const [isRevealed, setRevealed] = useState(false);
  const { hidden, count } = useMemo(() => {
    const [a, b] = [toLines(before), toLines(after)];
    const lines = { before: hideInLines(a, secrets), after: hideInLines(b, secrets) };
    const differs = [
      ...a.filter((line, at) => line !== lines.before[at]),
      ...b.filter((line, at) => line !== lines.after[at]),
    ];
    return { hidden: lines, count: new Set(differs).size };
  }, [before, after, secrets]);
  const lineOf = useCallback<HiddenLines['lineOf']>(
    (side, line, text) => (isRevealed ? text : (hidden[side][line - 1] ?? text)),
    [hidden, isRevealed],
  );
  const toggle = useCallback(() => setRevealed((last) => !last), []);
  return { count, isRevealed, toggle, lineOf };
}

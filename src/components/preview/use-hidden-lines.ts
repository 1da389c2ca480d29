'use client';
import { useCallback, useContext, useMemo, useState } from 'react';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import { findSecrets } from '../../approval/redaction/secret-text.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { toLines } from './compare-lines.js';
import type { DiffContextValue } from './diff-context.js';

/** What is hidden in the two texts of a diff. */
export interface HiddenLines {
  /** How many different lines hold secrets. */
  readonly count: number;
  /** `removed`: none of those is in the text that comes. */
  readonly fate: 'written' | 'removed';
  readonly isRevealed: boolean;
  readonly toggle: () => void;
  readonly lineOf: DiffContextValue['lineOf'];
}

/** Compared are the texts as they are: a secret that changes is a change. Only what is drawn has its secrets left out. */
export function useHiddenLines(before: string, after: string): HiddenLines {
  const secrets = useContext(CallSecrets);
  const [isRevealed, setRevealed] = useState(false);
  const { hidden, count, fate } = useMemo(() => {
    const [a, b] = [toLines(before), toLines(after)];
    const lines = { before: hideInLines(a, secrets), after: hideInLines(b, secrets) };
    const had = a.filter((line, at) => line !== lines.before[at]);
    const has = b.filter((line, at) => line !== lines.after[at]);
    const of = has.length > 0 ? ('written' as const) : ('removed' as const);
    return { hidden: lines, count: new Set([...had, ...has]).size, fate: of };
  }, [before, after, secrets]);
  const lineOf = useCallback<HiddenLines['lineOf']>(
    (side, line, text) => (isRevealed ? text : (hidden[side][line - 1] ?? text)),
    [hidden, isRevealed],
  );
  const toggle = useCallback(() => setRevealed((last) => !last), []);
  return { count, fate, isRevealed, toggle, lineOf };
}

/**
 * Lines of a text without the secrets in them. They are looked for in the text as a whole: a private key is of many lines.
 *
 * @param known Texts that are secrets wherever they stand.
 */
export function hideInLines(lines: readonly string[], known?: readonly string[]): readonly string[] {
  const { spans } = findSecrets(lines.join('\n'), known);
  if (spans.length === 0) return lines;
  let lineStart = 0;
  let first = 0;
  return lines.map((line) => {
    const from = lineStart;
    const to = from + line.length;
    lineStart = to + 1;
    while ((spans[first]?.end ?? to) <= from && first < spans.length) first++;
    let shown = '';
    let at = from;
    for (let index = first; (spans[index]?.start ?? to) < to; index++) {
      const start = Math.max(spans[index]?.start ?? from, from);
      const end = Math.min(spans[index]?.end ?? to, to);
      const isEmpty = line.slice(start - from, end - from).trim() === '';
      shown += isEmpty ? line.slice(at - from, end - from) : line.slice(at - from, start - from) + hiddenMark;
      at = end;
    }
    return shown + line.slice(at - from);
  });
}

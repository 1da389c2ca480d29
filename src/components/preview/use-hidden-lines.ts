'use client';
import { useCallback, useContext, useMemo, useState } from 'react';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import { findSecrets } from '../../approval/redaction/secret-text.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { toLines } from './compare-lines.js';
import type { DiffContextValue } from './diff-context.js';

/** The redacted values in the two texts of a diff. */
export interface HiddenLines {
  /** The number of different lines with secrets. */
  readonly count: number;
  /** `removed`: the new text contains none of them. */
  readonly fate: 'written' | 'removed';
  readonly isRevealed: boolean;
  readonly toggle: () => void;
  readonly lineOf: DiffContextValue['lineOf'];
}

/**
 * Finds the secrets of both texts. The original texts are compared, so that a changed secret is a change; only the
 * display omits them.
 */
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
 * Returns the lines of a text without secrets, which are searched in the text as a whole: a private key has many lines.
 *
 * @param known strings that are secrets wherever they occur.
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

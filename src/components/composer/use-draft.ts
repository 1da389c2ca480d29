'use client';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';

/**
 * The text of the message that is being written. It survives a reload of the tab, in `sessionStorage`, until it is sent: under the `runKey` of the
 * conversation, or else under the address and the position in the page, until the composer is unmounted. Attachments are not stored.
 */
export function useStoredDraft(
  { runKey }: Pick<UseAgentRunResult, 'runKey'>,
  field: RefObject<HTMLTextAreaElement | null>,
): readonly [string, (text: string) => void] {
  const position = useId();
  const [text, setText] = useState('');
  const shown = useRef({ key: '', text });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is a ref
  useEffect(() => {
    const key = draftKey(runKey, position);
    const written = shown.current;
    // Mounted again, as by StrictMode, it still holds its text. Another conversation has its own.
    const next =
      written.key === key || (written.key === '' && field.current?.value) ? written.text : readStoredDraft(key);
    shown.current = { key, text: next };
    if (next !== written.text) setText(next);
    writeDraft(key, next);
    return () => {
      if (runKey === undefined) writeDraft(key, '');
    };
  }, [runKey, position]);
  useEffect(() => {
    const { key, text: last } = shown.current;
    if (key === '' || last === text) return;
    shown.current = { key, text };
    writeDraft(key, text);
  }, [text]);
  return [text, setText];
}

function draftKey(runKey: string | undefined, position: string): string {
  return `countersign-draft:${runKey === undefined ? `${location.pathname}#${position}` : `=${runKey}`}`;
}

function readStoredDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return ''; // refused, as in a sandboxed frame
  }
}

function writeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Refused or full: the text lasts as long as the page.
  }
}

'use client';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';

/**
 * The text of the message that is being written. It survives a reload of the tab, in `sessionStorage`, until it is
 * sent: under the `runKey` of the conversation, or else under the address and the position in the page, until the
 * composer is unmounted. Attachments are not stored.
 */
export function useStoredDraft(
  { runKey, store }: Pick<UseAgentRunResult, 'runKey' | 'store'>,
  field: RefObject<HTMLTextAreaElement | null>,
): readonly [string, (text: string) => void] {
  const position = useId();
  const [text, setText] = useState('');
  const shown = useRef({ key: '', text, store });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is a ref
  useEffect(() => {
    const key = draftKey(runKey, position);
    const before = shown.current;
    const next = initialDraft({ before, key, store, field: field.current });
    shown.current = { key, text: next, store };
    if (next !== before.text) setText(next);
    writeDraft(key, next);
    return () => {
      if (runKey === undefined) writeDraft(key, '');
    };
  }, [runKey, position, store]);
  useEffect(() => {
    const { key, text: last } = shown.current;
    if (key === '' || last === text) return;
    shown.current = { ...shown.current, text };
    writeDraft(key, text);
  }, [text]);
  return [text, setText];
}

interface ShownDraft {
  /** Empty before the first effect. */
  readonly key: string;
  readonly text: string;
  readonly store: UseAgentRunResult['store'];
}

interface DraftPlace extends Pick<ShownDraft, 'key' | 'store'> {
  readonly before: ShownDraft;
  readonly field: HTMLTextAreaElement | null;
}

function initialDraft({ before, key, store, field }: DraftPlace): string {
  // Text that the user typed before React hydrated the server's markup is only in the element: the next rendering would
  // delete it.
  if (before.key === '') return field?.value || readStoredDraft(key);
  // Mounted again, as by StrictMode, it still holds its text.
  if (before.key === key && before.store === store) return before.text;
  // Without a key, the address and the position say nothing about another conversation.
  return before.key === key ? '' : readStoredDraft(key);
}

function draftKey(runKey: string | undefined, position: string): string {
  return `countersign-draft:${runKey === undefined ? `${location.pathname}#${position}` : `=${runKey}`}`;
}

function readStoredDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return ''; // Rejected, as in a sandboxed frame.
  }
}

function writeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Rejected or full: the text lasts as long as the page.
  }
}

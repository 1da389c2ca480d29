'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { inboxStrings } from '../../words/english/inbox.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';

/** The state of loading from the server. */
export type Read<T> =
  | { readonly status: 'reading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly message: string };

/** Props of {@link ReadWords}. */
interface ReadWordsProps<T> {
  readonly read: Read<T>;
  /** Puts a failure in words. Default: its message. */
  readonly problem?: (message: string) => string;
  readonly empty?: string;
  readonly isEmpty?: (value: T) => boolean;
}

/** The words while a value is loaded, without values, or about the failure. */
export function ReadWords<T>({
  read,
  problem = (message) => message,
  empty,
  isEmpty,
}: ReadWordsProps<T>): ReactElement | null {
  const strings = useWords(inboxStrings);
  if (read.status === 'reading') return <p data-cs="inbox-empty">{strings.historyLoading}</p>;
  if (read.status === 'failed')
    return (
      <p data-cs="problem" role="alert" dir="auto">
        {problem(quoteSafely(read.message))}
      </p>
    );
  return isEmpty?.(read.value) === true ? (
    <p data-cs="inbox-empty">{empty === undefined ? null : escapeUnseen(empty)}</p>
  ) : null;
}

/** Loads again when `version` changes, unless it is still loading; the previous value stays until then. */
export function useRead<T>(read: (signal: AbortSignal) => Promise<T>, version: unknown): Read<T> {
  const [state, setState] = useState<Read<T>>({ status: 'reading' });
  const reading = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read for another ends
  useEffect(
    () => () => {
      reading.current?.abort();
      reading.current = null;
    },
    [read],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is why it is read again
  useEffect(() => {
    // A request that takes longer than the polling interval is not cancelled.
    if (reading.current !== null) return;
    const own = new AbortController();
    reading.current = own;
    const end = (read: Read<T>): void => {
      if (own.signal.aborted) return;
      reading.current = null;
      setState(read);
    };
    read(own.signal).then(
      (value) => end({ status: 'ready', value }),
      (error: unknown) => end({ status: 'failed', message: serializeError(error).message }),
    );
  }, [read, version]);
  return state;
}

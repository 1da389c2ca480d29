'use client';
import { useCallback, useMemo, useState } from 'react';
import { valueStrings } from '../../words/english/value.js';
import { useWords } from '../strings-provider.js';

/** The redacted values that the user has revealed. */
export interface Reveal {
  readonly isRevealed: (key: string) => boolean;
  /** Reveals or hides one. `name` is announced. */
  readonly toggle: (key: string, name: string) => void;
  /** Reveals all of them, or hides them when all are revealed. */
  readonly toggleAll: (keys: readonly string[]) => void;
  /** The last change, for a live region. */
  readonly news: { readonly id: string; readonly text: string };
}

interface Revealed {
  readonly keys: ReadonlySet<string>;
  readonly text: string;
  readonly count: number;
}

/** Stores which values are revealed, while the component is mounted. */
export function useReveal(): Reveal {
  const strings = useWords(valueStrings).hidden;
  const [{ keys, text, count }, set] = useState<Revealed>({ keys: new Set(), text: '', count: 0 });

  const toggle = useCallback(
    (key: string, name: string) =>
      set((last) => {
        const next = new Set(last.keys);
        const isShown = !next.delete(key);
        if (isShown) next.add(key);
        return { keys: next, text: isShown ? strings.nowShown(name) : strings.nowHidden(name), count: last.count + 1 };
      }),
    [strings],
  );
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      set((last) => {
        const isShown = !all.every((key) => last.keys.has(key));
        const text = isShown ? strings.nowShown(strings.all) : strings.nowHidden(strings.all);
        return { keys: new Set(isShown ? all : []), text, count: last.count + 1 };
      }),
    [strings],
  );
  return useMemo(
    () => ({ isRevealed: (key) => keys.has(key), toggle, toggleAll, news: { id: String(count), text } }),
    [keys, toggle, toggleAll, count, text],
  );
}

import { createGrants } from 'countersign';
import { indexedDbStorage } from 'countersign/persistence';
import { useState } from 'react';

/** Conversations outlive the page: a reload in the middle of a batch goes on with it. */
export const storage = indexedDbStorage({
  name: 'countersign-demo',
  // biome-ignore lint/suspicious/noConsole: who looks at the demo may want to know
  onProblem: ({ code, message }) => console.warn(code, message),
});

/** What people asked to be remembered counts in every chat, so there is one of it: what a chat that was left has granted holds in the next. */
export const grants = createGrants({ storage: storage.grants });

const place = 'countersign-demo-talk';

/** The conversation that is open. */
export interface Talk {
  readonly id: string;
  readonly open: (id: string) => void;
  /** Opens a new one. */
  readonly begin: () => void;
}

/** The conversation that this browser goes on with. */
export function useTalk(): Talk {
  const [id, setId] = useState(() => localStorage.getItem(place) ?? 'first');
  const open = (next: string): void => {
    localStorage.setItem(place, next);
    setId(next);
  };
  return { id, open, begin: () => open(crypto.randomUUID()) };
}

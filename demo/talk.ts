import { indexedDbStorage } from 'countersign/persistence';
import { useState } from 'react';

/** Conversations outlive the page: a reload in the middle of a batch goes on with it. */
export const storage = indexedDbStorage({
  name: 'countersign-demo',
  // biome-ignore lint/suspicious/noConsole: who looks at the demo may want to know
  onProblem: ({ code, message }) => console.warn(code, message),
});

const place = 'countersign-demo-talk';

/** The name of the conversation that this browser goes on with, and what begins another. */
export function useTalk(): readonly [string, () => void] {
  const [talk, setTalk] = useState(() => localStorage.getItem(place) ?? 'first');
  const another = (): void => {
    const next = crypto.randomUUID();
    localStorage.setItem(place, next);
    setTalk(next);
  };
  return [talk, another];
}

import type { ReactElement } from 'react';

/** Prerendered once, as part of the static shell. */
export async function Notes(): Promise<ReactElement> {
  'use cache';
  const names = await Promise.resolve(['milk', 'old']);
  return <p>Notes: {names.join(', ')}</p>;
}

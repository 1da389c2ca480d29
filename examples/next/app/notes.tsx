import type { ReactElement } from 'react';

/** Made once, and part of what is sent first. */
export async function Notes(): Promise<ReactElement> {
  'use cache';
  const names = await Promise.resolve(['milk', 'old']);
  return <p>Notes: {names.join(', ')}</p>;
}

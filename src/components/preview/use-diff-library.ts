'use client';
import { useEffect, useState } from 'react';
import { useHydrated } from '../part/use-hydrated.js';
import { type DiffLibrary, loadDiffLibrary } from './diff-library.js';

/** Where the library that compares texts stands. */
export type LibraryState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly library: DiffLibrary }
  | { readonly status: 'failed' };

const loading: LibraryState = { status: 'loading' };

let loaded: DiffLibrary | undefined;

async function loadOnce(): Promise<DiffLibrary> {
  loaded ??= await loadDiffLibrary();
  return loaded;
}

/** Loads the library once for all diffs; a failure is tried again by the next one. */
export function useDiffLibrary(load: () => Promise<DiffLibrary> = loadOnce): LibraryState {
  const isHydrated = useHydrated();
  const [state, setState] = useState<LibraryState>(() =>
    load === loadOnce && loaded !== undefined ? { status: 'ready', library: loaded } : loading,
  );
  useEffect(() => {
    let isWanted = true;
    const settle = (next: LibraryState): void => {
      if (isWanted) setState(next);
    };
    load().then(
      (library) => settle({ status: 'ready', library }),
      () => settle({ status: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  // A server has loaded nothing, and its markup has to be the page's first.
  return isHydrated ? state : loading;
}

'use client';
import { useEffect, useState } from 'react';
import { useHydrated } from '../part/use-hydrated.js';
import { type DiffLibrary, loadDiffLibrary } from './diff-library.js';

/** The state of the library for comparing texts. */
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

/** Loads the library once for all diffs; after a failure, the next one tries again. */
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
  // A server has loaded nothing, and hydration must render its markup.
  return isHydrated ? state : loading;
}

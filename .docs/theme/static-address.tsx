import { useLocation } from '@rspress/core/runtime';
import { useEffect } from 'react';

/** Adds `.html` to the address after a search, which leaves it out: a static server has files only. */
export function StaticAddress(): null {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window has the whole address, with its base
  useEffect(() => {
    const { pathname: shown, search, hash } = window.location;
    if (/\/[^/.]+$/.test(shown)) history.replaceState(history.state, '', `${shown}.html${search}${hash}`);
  }, [pathname]);
  return null;
}

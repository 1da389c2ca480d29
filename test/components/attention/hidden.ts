import { vi } from 'vitest';

/** Reports the tab as hidden or visible, which a test cannot really change. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

import { vi } from 'vitest';

/** Says that the tab is hidden, or shown again: the outer edge, which a test cannot really move. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

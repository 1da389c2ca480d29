import { useState } from 'react';

/** The state of a panel beside the chat, on a wide screen. */
export type PanelState = 'open' | 'closed';

/** A panel beside the chat that the user opens and closes. */
export interface Panel {
  readonly state: PanelState;
  readonly toggle: () => void;
}

/**
 * Returns a panel that is open at first if the window is wide enough.
 *
 * @param width the narrowest window in which it is open at first, in CSS pixels.
 */
export function usePanel(width: number): Panel {
  const [state, setState] = useState<PanelState>(() =>
    matchMedia(`(width >= ${width}px)`).matches ? 'open' : 'closed',
  );
  return { state, toggle: () => setState(state === 'open' ? 'closed' : 'open') };
}

'use client';
import { type Context, createContext, useContext } from 'react';

/** The content of a panel beside the chat, with the functions that open and close it. */
interface AsideControl {
  /** The id of the panel in the page. */
  readonly panelId: string;
  /** The tool call id of the content; `undefined` when it is closed. */
  readonly opened: string | undefined;
  /** Shows a call. `opener` is focused when the panel closes. */
  readonly open: (toolCallId: string, opener: HTMLElement) => void;
  /** Closes the panel; the focus returns to its opener, or else to the composer. */
  readonly close: (panel: HTMLElement) => void;
}

/** The panel around; `null` without one. */
export const AsideContext: Context<AsideControl | null> = createContext<AsideControl | null>(null);

/** Returns the panel around, or `null`. */
export function useAside(): AsideControl | null {
  return useContext(AsideContext);
}

'use client';
import { type Context, createContext, useContext } from 'react';

/** What a panel beside the chat shows, and how it is opened and closed. */
export interface AsideControl {
  /** The id of the panel in the page. */
  readonly panelId: string;
  /** The tool call id of what it shows; `undefined`: it is closed. */
  readonly opened: string | undefined;
  /** Shows a call. `opener` gets the focus back when the panel closes. */
  readonly open: (toolCallId: string, opener: HTMLElement) => void;
  /** Closes the panel; the focus goes back to where it was opened, or else to where the person writes. */
  readonly close: (panel: HTMLElement) => void;
}

/** The panel around; `null`: there is none. */
export const AsideContext: Context<AsideControl | null> = createContext<AsideControl | null>(null);

/** The panel around, for what stands wherever there is one or none. */
export function useAside(): AsideControl | null {
  return useContext(AsideContext);
}

import { callApp } from '../../protocol/base/call-app.js';
import { openPageChannel } from './page-channel.js';

/** Tells all pages of a storage that something has changed in it. */
export interface PageBell {
  readonly ring: () => void;
  /** Calls back in this page and all others; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a bell. Pages that cannot talk to each other hear only their own. */
export function createPageBell(name: string): PageBell {
  // A page does not hear what it sends itself, and may have more than one that listens.
  const listeners = new Set<() => void>();
  const ringHere = (): void => {
    for (const listener of [...listeners]) callApp(listener, undefined);
  };
  // What others rang while this page was put away, it has not heard.
  const ringIfBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) ringHere();
  };
  let channel: ReturnType<typeof openPageChannel>;
  const open = (): ReturnType<typeof openPageChannel> => {
    channel ??= openPageChannel(name);
    return channel;
  };
  let leave: (() => void) | undefined;
  return {
    ring: () => {
      open()?.send('');
      ringHere();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        leave = open()?.listen(ringHere);
        globalThis.document?.defaultView?.addEventListener('pageshow', ringIfBack);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leave?.();
        globalThis.document?.defaultView?.removeEventListener('pageshow', ringIfBack);
      };
    },
  };
}

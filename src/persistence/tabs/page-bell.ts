import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import { openPageChannel } from './page-channel.js';

/** Tells all pages of a storage that something has changed in it. */
export interface PageBell {
  readonly ring: () => void;
  /** Calls back in this page and all others; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Closes the bell: its listeners receive no further calls. */
  readonly close: () => void;
}

/** Makes a bell. Pages that cannot talk to each other hear only their own. */
export function createPageBell(name: string): PageBell {
  // A page does not hear what it sends itself, and may have more than one that listens.
  const listeners = new Set<() => void>();
  const ringHere = (): void => {
    for (const listener of [...listeners]) invokeCallback(listener, undefined);
  };
  // What others rang while this page was put away, it has not heard.
  const ringIfBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) ringHere();
  };
  let channel: ReturnType<typeof openPageChannel>;
  let isClosed = false;
  const open = (): ReturnType<typeof openPageChannel> => {
    channel ??= openPageChannel(name);
    return channel;
  };
  let leave: (() => void) | undefined;
  const shut = (): void => {
    channel?.close();
    channel = undefined;
  };
  const stopListening = (): void => {
    leave?.();
    globalThis.document?.defaultView?.removeEventListener('pageshow', ringIfBack);
  };
  return {
    ring: () => {
      open()?.send('');
      ringHere();
      // What was still being written when it was closed, others hear of.
      if (isClosed) shut();
    },
    subscribe: (listener) => {
      if (isClosed) return () => {};
      if (listeners.size === 0) {
        leave = open()?.listen(ringHere);
        globalThis.document?.defaultView?.addEventListener('pageshow', ringIfBack);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening();
      };
    },
    close: () => {
      isClosed = true;
      listeners.clear();
      stopListening();
      shut();
    },
  };
}

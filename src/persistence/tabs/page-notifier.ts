import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import { openPageChannel } from './page-channel.js';

/** Notifies all pages of a storage of a change. */
export interface PageNotifier {
  readonly notify: () => void;
  /** Calls back for notifications of this page and all others. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Closes the notifier: its listeners receive no further calls. */
  readonly close: () => void;
}

/** Creates a notifier. Without BroadcastChannel, it reaches only this page. */
export function createPageNotifier(name: string): PageNotifier {
  // A BroadcastChannel does not receive its own messages, so the listeners of this page are called directly.
  const listeners = new Set<() => void>();
  const notifyHere = (): void => {
    for (const listener of [...listeners]) invokeCallback(listener, undefined);
  };
  // A page in the back-forward cache misses notifications.
  const notifyIfBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) notifyHere();
  };
  let channel: ReturnType<typeof openPageChannel>;
  let isClosed = false;
  const open = (): ReturnType<typeof openPageChannel> => {
    channel ??= openPageChannel(name);
    return channel;
  };
  let unsubscribe: (() => void) | undefined;
  const shut = (): void => {
    channel?.close();
    channel = undefined;
  };
  const stopListening = (): void => {
    unsubscribe?.();
    globalThis.document?.defaultView?.removeEventListener('pageshow', notifyIfBack);
  };
  return {
    notify: () => {
      open()?.send('');
      notifyHere();
      // A write that ends after close() still notifies the other pages.
      if (isClosed) shut();
    },
    subscribe: (listener) => {
      if (isClosed) return () => {};
      if (listeners.size === 0) {
        unsubscribe = open()?.listen(notifyHere);
        globalThis.document?.defaultView?.addEventListener('pageshow', notifyIfBack);
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

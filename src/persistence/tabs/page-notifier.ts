import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import { openPageChannel } from './page-channel.js';

/** Tells all pages of a storage that something has changed in it. */
export interface PageNotifier {
  readonly notify: () => void;
  /** Calls back in this page and all others; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Closes the notifier: its listeners receive no further calls. */
  readonly close: () => void;
}

/** Makes a notifier. Pages that cannot talk to each other hear only their own. */
export function createPageNotifier(name: string): PageNotifier {
  // A page does not hear what it sends itself, and may have more than one that listens.
  const listeners = new Set<() => void>();
  const notifyHere = (): void => {
    for (const listener of [...listeners]) invokeCallback(listener, undefined);
  };
  // What others rang while this page was put away, it has not heard.
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
      // What was still being written when it was closed, others hear of.
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

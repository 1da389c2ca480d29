import type { ConversationChannel } from '../plugin/conversation-channel.js';

/** Opens a channel over which pages notify each other; `undefined` if this page cannot use BroadcastChannel. */
export function openPageChannel(name: string): ConversationChannel | undefined {
  let channel: BroadcastChannel & { readonly unref?: () => void };
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // It is missing, `null` (happy-dom), or refused (sandboxed frames).
    return undefined;
  }
  // On a server, the channel must not keep the process alive.
  channel.unref?.();
  let isOpen = true;
  return {
    send: (text) => {
      if (isOpen) channel.postMessage(text);
    },
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'string') listener(data);
      };
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}

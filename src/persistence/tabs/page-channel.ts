import type { ConversationChannel } from '../plugin/conversation-channel.js';

/** Opens the channel over which pages notify each other. `undefined`: pages of this browser cannot. */
export function openPageChannel(name: string): ConversationChannel | undefined {
  let channel: BroadcastChannel & { readonly unref?: () => void };
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // It is missing, `null` (happy-dom), or refused (sandboxed frames).
    return undefined;
  }
  // On a server nobody stays awake for it.
  channel.unref?.();
  let isOpen = true;
  return {
    send: (text) => {
      if (isOpen) channel.postMessage(text);
    },
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'string') listener(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}

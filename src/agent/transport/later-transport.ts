import type { ChatTransport, UIMessage } from 'ai';
import { RemoteError } from '../../protocol/base/errors.js';
import type { LazyPart } from '../../protocol/base/lazy-part.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { withoutAddresses } from '../../protocol/foreign/print-address.js';
import { orGiveUp } from '../plumbing/abortable.js';

/** A way whose code comes with its first request, or before it. */
export interface LaterTransport extends ChatTransport<UIMessage> {
  /** Loads it. What cannot be loaded is tried again by the request. */
  readonly preload: () => Promise<unknown>;
}

/**
 * A way to a server whose code is loaded with the first request.
 *
 * @throws RemoteError from what it gives: `remote-refused` where it cannot be loaded, or was stopped before it was, so that nothing was sent.
 */
export function laterTransport<OPTIONS>(
  part: LazyPart<(options: OPTIONS) => ChatTransport<UIMessage>>,
  options: OPTIONS,
): LaterTransport {
  let made: ChatTransport<UIMessage> | undefined;
  const transport = async (signal: AbortSignal = new AbortController().signal): Promise<ChatTransport<UIMessage>> => {
    try {
      made ??= (part.loaded() ?? (await orGiveUp(signal, part)))(options);
      return made;
    } catch (error) {
      const cause = withoutAddresses(error);
      throw new RemoteError('remote-refused', `Nothing was sent: ${serializeError(cause).message}`, { cause });
    }
  };
  return {
    preload: part,
    sendMessages: async (request) => await (await transport(request.abortSignal)).sendMessages(request),
    reconnectToStream: async (request) => await (await transport()).reconnectToStream(request),
  };
}

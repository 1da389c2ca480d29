import { RemoteError } from '../../protocol/base/errors.js';
import type { PortMessage } from './port-message.js';

/** A request over a port whose response is not complete. */
export interface Exchange {
  /** Receives a message about this request. */
  readonly receive: (message: PortMessage) => void;
  /** Ends the request, or the body of its response, with an error. */
  readonly fail: (error: unknown) => void;
}

interface ExchangeSetup {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
  /** Sends a message about this request. */
  readonly post: (type: 'pull' | 'cancel') => void;
  /** Called when no message about this request is needed any more. */
  readonly close: () => void;
}

/** Makes a response of the messages about one request. A chunk of its body is requested when somebody reads it. */
export function createExchange({ resolve, reject, post, close }: ExchangeSetup): Exchange {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const fail = (error: unknown): void => {
    close();
    body?.error(error);
    // Does nothing once the response was returned.
    reject(error);
  };
  const respond = ({ status, headers }: Extract<PortMessage, { type: 'response' }>): void => {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          body = controller;
        },
        pull: () => post('pull'),
        cancel: () => {
          close();
          post('cancel');
        },
      },
      { highWaterMark: 0 },
    );
    resolve(new Response(stream, { status, headers }));
  };
  const receive = (message: PortMessage): void => {
    switch (message.type) {
      case 'response':
        if (body === undefined) respond(message);
        return;
      case 'chunk':
        body?.enqueue(encoder.encode(message.text));
        return;
      case 'end':
        close();
        body?.close();
        return;
      case 'failed':
        fail(new RemoteError('remote-cut', 'The response of the agent broke off.'));
        return;
      default:
    }
  };
  return {
    fail,
    receive: (message) => {
      try {
        receive(message);
      } catch (cause) {
        const error = new RemoteError('remote-malformed', 'The agent sent a response that is not valid.', { cause });
        fail(error);
      }
    },
  };
}

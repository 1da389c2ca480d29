import { isRecord } from '../../protocol/base/record.js';
import { type Check, is, wrongMember } from '../../protocol/foreign/shape.js';

/**
 * The messages that carry HTTP requests and responses over a port. `id` names one request. They are plain JSON, since
 * the ports of browser extensions carry nothing else.
 */
export type PortMessage =
  /** Asks whether an agent is served at the other end. */
  | { readonly type: 'hello' }
  /** An agent is served here: sent at once, and as the reply to each `hello`. */
  | { readonly type: 'serving'; readonly server: string }
  /** This server has stopped; its open responses have ended. */
  | { readonly type: 'stopped'; readonly server: string }
  /** A request to the server with this id, so that only one of two servers at one port executes it. */
  | {
      readonly type: 'request';
      readonly id: string;
      readonly server: string;
      readonly method: string;
      readonly path: string;
      readonly body?: string | undefined;
    }
  | {
      readonly type: 'response';
      readonly id: string;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Requests one more chunk of a body: nothing is sent that the page has no room for. */
  | { readonly type: 'pull'; readonly id: string }
  | { readonly type: 'chunk'; readonly id: string; readonly text: string }
  | { readonly type: 'end'; readonly id: string }
  /** The body ended before it was complete. */
  | { readonly type: 'failed'; readonly id: string }
  /** The page does not need the rest of the response. */
  | { readonly type: 'cancel'; readonly id: string };

/** Distinguishes these messages from others at the same port. */
const protocol = 'countersign.agent';
const version = 2;

/** Adds the protocol's name and version to a message. */
export function toPortData(message: PortMessage): unknown {
  return { protocol, v: version, ...message };
}

const shapes: Readonly<Record<PortMessage['type'], Readonly<Record<string, Check>>>> = {
  hello: {},
  serving: { server: is.text },
  stopped: { server: is.text },
  request: { id: is.text, server: is.text, method: is.text, path: is.text, body: is.maybe(is.text) },
  response: { id: is.text, status: is.finite, headers: is.recordOf(is.text) },
  pull: { id: is.text },
  chunk: { id: is.text, text: is.text },
  end: { id: is.text },
  failed: { id: is.text },
  cancel: { id: is.text },
};

/**
 * Reads what arrived at a port.
 *
 * @returns the message; `other-version` for a message of another version of this protocol; `undefined` for everything
 * else.
 */
export function fromPortData(data: unknown): PortMessage | 'other-version' | undefined {
  if (!isRecord(data) || data.protocol !== protocol || typeof data.type !== 'string') return undefined;
  // Every version replies to a `hello` with `serving`, so that both sides can say why they do not understand each
  // other.
  if (data.v !== version) return data.type === 'hello' || data.type === 'serving' ? 'other-version' : undefined;
  if (!Object.hasOwn(shapes, data.type)) return undefined;
  const type = data.type as PortMessage['type']; // it is one of them
  return wrongMember(data, shapes[type]) === undefined ? (data as unknown as PortMessage) : undefined; // checked just now
}

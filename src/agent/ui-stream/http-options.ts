import type { UIMessage } from 'ai';
import type { HttpOptions } from './http-requests.js';

/** What goes to the server, as `useChat` sends it. */
export interface HttpRequest {
  /** The conversation. */
  readonly id: string;
  /** The history, with the answers; of a server that keeps the history, only what is new. */
  readonly messages: readonly UIMessage[];
  readonly trigger: 'submit-message' | 'regenerate-message';
  /** The message that answers are for. */
  readonly messageId?: string;
}

/** Options of `httpTransport`. */
export interface HttpTransportOptions extends HttpOptions {
  /** Where requests are posted to. Redirects are not followed. */
  readonly api: string;
  /** Makes the body. Default: the request as it is. */
  readonly prepareRequest?: (request: HttpRequest) => object;
  /** Where a response goes on after a cut; `undefined`: nowhere. Default: `{api}/{id}/stream?startIndex={startIndex}`. */
  readonly reconnectUrl?: (at: HttpPlace) => string | undefined;
}

/** Where a response broke off. */
export interface HttpPlace {
  /** The conversation. */
  readonly id: string;
  /** The first chunk that is wanted. */
  readonly startIndex: number;
  /** Those of the response, if it was begun in this page: a server may name its run there, as `x-workflow-run-id`. */
  readonly headers: Headers | undefined;
}

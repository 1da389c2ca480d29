import type { UIMessage } from 'ai';
import type { HttpOptions } from './http-requests.js';

/** The body of a request, as `useChat` sends it. */
export interface HttpRequest {
  /** The id of the conversation. */
  readonly id: string;
  /** The history with the answers; only its new messages if the server stores the history. */
  readonly messages: readonly UIMessage[];
  readonly trigger: 'submit-message' | 'regenerate-message';
  /** The id of the message that the answers belong to. */
  readonly messageId?: string;
}

/** Options of `httpTransport`. */
export interface HttpTransportOptions extends HttpOptions {
  /** The address that requests are posted to. Redirects are not followed. */
  readonly api: string;
  /** Builds the body. Default: the request as it is. */
  readonly prepareRequest?: (request: HttpRequest) => object;
  /**
   * Returns the address where an interrupted response continues; `undefined` if it does not. Default:
   * `{api}/{id}/stream?startIndex={startIndex}`.
   */
  readonly reconnectUrl?: (at: HttpPlace) => string | undefined;
}

/** The position at which a response was interrupted. */
export interface HttpPlace {
  /** The id of the conversation. */
  readonly id: string;
  /** The index of the next chunk. */
  readonly startIndex: number;
  /**
   * The headers of the response if it started in this page: a server may name its run there, as `x-workflow-run-id`.
   */
  readonly headers: Headers | undefined;
}

import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { ToolSchema } from '../../protocol/schema.js';
import type { HttpOptions } from '../ui-stream/http-requests.js';
import type { ToInterruptAnswer } from './dialects.js';

/** A tool of the page that the server's model may call. */
export interface FrontendTool {
  /** Explains the purpose of the tool to the server's model. */
  readonly description?: string;
  /** The schema of its input. It must be convertible to a JSON Schema. */
  readonly inputSchema: ToolSchema;
}

/** Options of `agUiTransport`. */
export interface AgUiTransportOptions extends HttpOptions {
  /** The address that runs are posted to. Redirects are not followed. */
  readonly url: string;
  /**
   * Tools of the page, by name. They are declared to the server's model, and their calls are external. Default: none.
   */
  readonly tools?: Readonly<Record<string, FrontendTool>>;
  /**
   * Names of the server's own tools whose results come from the page. Servers of AG-UI 1.0 may not list these calls as
   * open. Default: none.
   */
  readonly externalTools?: readonly string[];
  /** Names of calls that a server uses only to ask: they are neither shown nor answered. Default: `confirm_changes`. */
  readonly hiddenTools?: readonly string[];
  /** The `state` of the request. Default: `{}`. The server's changes of it arrive as `data` events. */
  readonly state?: JSONValue | (() => JSONValue);
  /** The `context` of the request. Default: empty. */
  readonly context?: readonly { readonly description: string; readonly value: string }[];
  /** The `forwardedProps` of the request. Default: `{}`. */
  readonly forwardedProps?: JSONObject | (() => JSONObject);
  /**
   * Builds the payload for interrupts that this package does not know. It is first called with a denial when the
   * interrupt arrives: if it returns
   * `undefined` or throws, the interrupt becomes an external call `interrupt` whose result is the payload. An answer
   * for which it returns
   * `undefined` is not sent. Default: none.
   */
  readonly toInterruptAnswer?: ToInterruptAnswer;
}

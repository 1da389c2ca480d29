import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { ToolSchema } from '../../protocol/schema.js';
import type { HttpOptions } from '../ui-stream/http-requests.js';
import type { ToInterruptAnswer } from './dialects.js';

/** A tool that the page has, and the server's model may call. */
export interface FrontendTool {
  /** Tells the server's model what it is for. */
  readonly description?: string;
  /** What its input is; one that a JSON Schema can be made of. */
  readonly inputSchema: ToolSchema;
}

/** Options of `agUiTransport`. */
export interface AgUiTransportOptions extends HttpOptions {
  /** Where runs are posted to. Redirects are not followed. */
  readonly url: string;
  /** Tools of the page, by name: the server's model is told of them, and their calls are external. Default: none. */
  readonly tools?: Readonly<Record<string, FrontendTool>>;
  /** Names of the server's own tools whose results come from the page. Servers of AG-UI 1.0 may leave them out of what they wait for. Default: none. */
  readonly externalTools?: readonly string[];
  /** Names of calls that are only how a server asks: they are neither shown nor answered. Default: `confirm_changes`. */
  readonly hiddenTools?: readonly string[];
  /** What the server gets as `state`. Default: `{}`. What it says of it comes as `data` events. */
  readonly state?: JSONValue | (() => JSONValue);
  /** What it gets as `context`. Default: nothing. */
  readonly context?: readonly { readonly description: string; readonly value: string }[];
  /** What it gets as `forwardedProps`. Default: `{}`. */
  readonly forwardedProps?: JSONObject | (() => JSONObject);
  /**
   * Answers interrupts that this package does not know. It is asked with a no first, when the question comes: what it gives `undefined`
   * for, or fails at, is an external call `interrupt`, whose result is the payload. An answer that it has no word for is not sent.
   * Default: none.
   */
  readonly toInterruptAnswer?: ToInterruptAnswer;
}

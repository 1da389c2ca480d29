import type { JSONObject, JSONValue } from '../../protocol/base/json.js';

// The part of AG-UI 1.0 that is used here, in types of our own: a test compares them with those of @ag-ui/core.

/** A question with which a server ends its run. */
export interface Interrupt {
  readonly id: string;
  readonly reason: string;
  readonly message?: string;
  /** The call that it is about; absent if there are several, or none. */
  readonly toolCallId?: string;
  /** The JSON Schema of its answer. */
  readonly responseSchema?: JSONObject;
  /** The time after which it can only be cancelled, in ISO 8601. */
  readonly expiresAt?: string;
  readonly metadata?: JSONObject;
}

/** The answer to an interrupt. */
export interface ResumeEntry {
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: JSONValue;
}

/** A call in a message of the history. */
export interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
  readonly encryptedValue?: string;
}

/** A part of a user's message. */
export type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly source: {
        readonly type: 'data' | 'url';
        readonly value: string;
        readonly mimeType: string;
      };
    };

/** A message of the history. */
export type WireMessage =
  | { readonly id: string; readonly role: 'user'; readonly content: string | WirePart[] }
  | { readonly id: string; readonly role: 'system'; readonly content: string }
  | { readonly id: string; readonly role: 'reasoning'; readonly content: string; readonly encryptedValue?: string }
  | {
      readonly id: string;
      readonly role: 'assistant';
      readonly content?: string;
      readonly toolCalls?: WireCall[];
      readonly encryptedValue?: string;
    }
  | {
      readonly id: string;
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly content: string;
      readonly error?: string;
      readonly encryptedValue?: string;
    };

/** The body of a request to a server. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly protocolVersion: string;
  readonly state: JSONValue;
  readonly messages: WireMessage[];
  readonly tools: { readonly name: string; readonly description: string; readonly parameters: JSONObject }[];
  readonly context: { readonly description: string; readonly value: string }[];
  readonly forwardedProps: JSONObject;
  readonly resume?: ResumeEntry[];
}

import type { ComponentType } from 'react';
import type { DecideOutcome } from '../approval/broker/decision.js';
import type { JSONValue } from '../protocol/base/json.js';
import type { DeferredCall } from '../protocol/deferred.js';
import type { ClientToolExecute } from '../store/run-client-tools.js';

/** What a client tool's component gets. */
export interface ClientToolProps<INPUT = unknown, OUTPUT extends JSONValue = JSONValue> {
  readonly call: DeferredCall;
  /** The model's input, which passed the tool's schema. */
  readonly input: INPUT;
  /** Gives the result. Resolves `invalid` when it breaks the tool's `outputSchema`; the call still waits then. */
  readonly submit: (value: OUTPUT) => Promise<DecideOutcome>;
  /** Ends the call as failed, in words that the model reads. */
  readonly fail: (message: string) => Promise<DecideOutcome>;
}

/** A client tool: a component that a person uses, or a function. It gives the result of an external call. */
export type ClientTool =
  // biome-ignore lint/suspicious/noExplicitAny: a record holds tools of many input and output types; each component is checked where it is written
  { readonly render: ComponentType<ClientToolProps<any, any>> } | { readonly execute: ClientToolExecute<any> };

/** Client tools by tool name. */
export type ClientTools = Readonly<Record<string, ClientTool>>;

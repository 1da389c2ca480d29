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

/** What a component gets while the model still writes the input of its call. */
export interface ClientToolStreamingProps {
  readonly toolCallId: string;
  /** What there is of the input: members and ends of texts may be missing, and nothing of it was checked. */
  readonly input: unknown;
}

/** What a component gets that stays as the record of its call. */
export interface ClientToolDoneProps<INPUT = unknown, OUTPUT extends JSONValue = JSONValue> {
  readonly toolCallId: string;
  readonly input: INPUT;
  readonly output: OUTPUT;
}

/** What else a client tool shows in the thread. */
interface ClientToolViews {
  /** Stands below the line of a call while the model writes its input. Default: nothing. */
  readonly streaming?: ComponentType<ClientToolStreamingProps>;
  /** Stands below the line of a call that gave a result, and stays there. Default: nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: a record holds tools of many input and output types; each component is checked where it is written
  readonly done?: ComponentType<ClientToolDoneProps<any, any>>;
}

/** A client tool: a component that a person uses, or a function. It gives the result of an external call. */
export type ClientTool = ClientToolViews &
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ({ readonly render: ComponentType<ClientToolProps<any, any>> } | { readonly execute: ClientToolExecute<any> });

/** Client tools by tool name. */
export type ClientTools = Readonly<Record<string, ClientTool>>;

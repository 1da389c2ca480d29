import type { ComponentType } from 'react';
import type { DecideOutcome } from '../approval/broker/decision.js';
import type { ClientToolExecute } from '../conversation/run-client-tools.js';
import type { JSONValue } from '../protocol/base/json.js';
import type { DeferredCall } from '../protocol/deferred.js';

/** Props of a client tool's component. */
export interface ClientToolProps<INPUT = unknown, OUTPUT extends JSONValue = JSONValue> {
  readonly call: DeferredCall;
  /** The model's input, validated by the tool's schema. */
  readonly input: INPUT;
  /** Sends the result. Resolves `invalid` when it violates the tool's `outputSchema`; the call then stays pending. */
  readonly submit: (value: OUTPUT) => Promise<DecideOutcome>;
  /** Ends the call as failed, with a message for the model. */
  readonly fail: (message: string) => Promise<DecideOutcome>;
}

/** Props of a component that is shown while the model is still writing the input of its call. */
export interface ClientToolStreamingProps {
  readonly toolCallId: string;
  /** The input so far: members and ends of strings may be missing, and it is not validated. */
  readonly input: unknown;
}

/** Props of a component that stays as the record of its call. */
export interface ClientToolDoneProps<INPUT = unknown, OUTPUT extends JSONValue = JSONValue> {
  readonly toolCallId: string;
  readonly input: INPUT;
  readonly output: OUTPUT;
}

/** Further views of a client tool in the thread. */
interface ClientToolViews {
  /** Shown below the line of a call while the model writes its input. Default: nothing. */
  readonly streaming?: ComponentType<ClientToolStreamingProps>;
  /** Shown below the line of a call that has a result, and stays there. Default: nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: a record holds tools of many input and output types; each component is checked where it is written
  readonly done?: ComponentType<ClientToolDoneProps<any, any>>;
}

/** A client tool: a component or a function in the page that provides the result of an external call. */
export type ClientTool = ClientToolViews &
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ({ readonly render: ComponentType<ClientToolProps<any, any>> } | { readonly execute: ClientToolExecute<any> });

/** Client tools by tool name. */
export type ClientTools = Readonly<Record<string, ClientTool>>;

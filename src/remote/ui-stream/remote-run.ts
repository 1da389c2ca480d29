import type { ChatTransport, UIMessage } from 'ai';
import type { RunScope } from '../../agent/run/run-scope.js';
import type { TurnCall } from '../../agent/run/turn.js';
import { termsOf } from './server-words.js';

/** Properties of a server that its wire does not tell. */
export interface ServerTraits {
  /**
   * Says if an edited input runs. `refused`: the server runs the model's own input or rejects the whole answer, so
   * people can only deny and propose
   * a change.
   */
  readonly edits: 'taken' | 'refused';
  /**
   * The side that stores the history. `client`: each request contains all of it and can be repeated. `server`: each
   * request contains only new
   * messages and is never repeated. `unknown`: all of it is sent, and no request is repeated.
   */
  readonly history: 'client' | 'server' | 'unknown';
  /**
   * The part of the agent's message that is sent with answers to a server that stores the history: all of it (default),
   * or only its open calls, as
   * `handleChat` expects.
   */
  readonly answers?: 'message' | 'calls';
  /** The response after a reconnect: from its first chunk, from the next one, or none. */
  readonly reconnect: 'replay' | 'continue' | 'none';
}

/** A run whose agent is on a server. */
export type RemoteRun = RunScope & {
  readonly transport: ChatTransport<UIMessage>;
  readonly server: ServerTraits;
  /** The number of requests so far. */
  readonly requests: { count: number };
};

/**
 * Returns the reason why people cannot edit the input of a call, or `undefined` if they can. The terms of its request
 * override what is known of
 * its server.
 */
export function whyFixed(
  { server }: Pick<RemoteRun, 'server'>,
  call: Pick<TurnCall, 'providerOptions'>,
): string | undefined {
  return (termsOf(call).edits ?? server.edits) === 'taken'
    ? undefined
    : 'This server runs the input that its model wrote, so it cannot be edited here. Deny the call and say what you want instead.';
}

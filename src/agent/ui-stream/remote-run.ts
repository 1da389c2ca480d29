import type { ChatTransport, UIMessage } from 'ai';
import type { RunScope } from '../run/run-scope.js';
import type { TurnCall } from '../run/turn.js';
import { termsOf } from './server-words.js';

/** What a server does, and its wire does not say. */
export interface ServerTraits {
  /**
   * Whether it runs what a person made of an input. `refused`: it runs the model's own or refuses the whole answer, so people can deny with a
   * proposal instead.
   */
  readonly edits: 'taken' | 'refused';
  /**
   * The side that keeps the history. `client`: each request carries all of it and can be repeated. `server`: each request carries only what is new and is never repeated.
   * `unknown`: all of it is sent, and nothing twice.
   */
  readonly history: 'client' | 'server' | 'unknown';
  /** The part of the agent's message that is sent with answers to a server that keeps the history: all of it (default), or only its open calls, as `handleChat` expects. */
  readonly answers?: 'message' | 'calls';
  /** What it gives to a client that comes back after a cut: the response from its first chunk, from the next one, or nothing. */
  readonly reconnect: 'replay' | 'continue' | 'none';
}

/** A run whose agent is on a server. */
export type RemoteRun = RunScope & {
  readonly transport: ChatTransport<UIMessage>;
  readonly server: ServerTraits;
  /** How many requests were made. */
  readonly requests: { count: number };
};

/** Why people cannot edit the input of a call; nothing where they can. What its question says counts more than what is known of its server. */
export function whyFixed(
  { server }: Pick<RemoteRun, 'server'>,
  call: Pick<TurnCall, 'providerOptions'>,
): string | undefined {
  return (termsOf(call).edits ?? server.edits) === 'taken'
    ? undefined
    : 'This server runs the input that its model wrote, so it cannot be edited here. Deny the call and say what you want instead.';
}

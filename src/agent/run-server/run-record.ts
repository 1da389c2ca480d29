import type { ModelMessage } from 'ai';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';

/** Somebody who uses a run server, as the app knows them. */
export interface Person {
  /** Tells them from everybody else, and never changes: one id never counts as two people. */
  readonly id: string;
  /** Stands in records and on cards. Default: the id. */
  readonly name?: string | undefined;
  /** What they are to the app, such as `ops`; a policy may ask for it as `role:ops`. Default: none. */
  readonly roles?: readonly string[] | undefined;
  /**
   * The customer that they belong to, where one server serves several. People never see, answer or stop anything of another tenant, whatever `authorize`
   * says, and the database reads only the questions of their own. Default: none, which is a tenant of its own.
   */
  readonly tenant?: string | undefined;
}

/** A run as it was asked for. Plain JSON. */
export interface NewRun {
  /** Made by the server. */
  readonly runId: string;
  /** The client's own name for the run, among those of the person who started it. */
  readonly key?: string | undefined;
  /** Names one of the server's agents. */
  readonly agent: string;
  readonly conversationId: string;
  readonly input: JSONValue;
  /** The history to go on from. */
  readonly messages: readonly ModelMessage[];
  readonly metadata?: JSONObject | undefined;
  /** The turn of a chat that the run answers. */
  readonly turn?: ChatTurn | undefined;
  readonly startedBy: Person;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A turn of a chat: a message, and the run that answers it. */
export interface ChatTurn {
  /** Counts the turns of the chat, from 0. */
  readonly index: number;
  /** The message that it answers, and the hash that distinguishes another message of the same id. */
  readonly messageId: string;
  readonly hash: string;
  /** The id of the reply. */
  readonly replyId: string;
}

/** How far a run is. */
export type RunState =
  /** Begun, or about to. */
  | { readonly type: 'running' }
  /** People are asked. It holds no process. `since` in milliseconds since 1970. */
  | { readonly type: 'waiting'; readonly since: number; readonly batchId: string }
  /** `at` in milliseconds since 1970. */
  | { readonly type: 'ended'; readonly outcome: Exclude<RunOutcome<unknown>['type'], 'left'>; readonly at: number }
  /** It cannot go on by itself: begun by another version of the keys, or taken up too often. In words for operators. */
  | { readonly type: 'stuck'; readonly why: string };

/** A run as lists show it. */
export interface ListedRun extends Omit<NewRun, 'input' | 'messages'> {
  /** What it was started with, in one line. */
  readonly title: string;
  readonly state: RunState;
  /** When something of it was last stored, in milliseconds since 1970. */
  readonly updatedAt?: number | undefined;
}

/** An event of a run. One that is kept has its `serial`, which counts within the run, from 0; parts of texts are only told live and have none. */
export interface ServedEvent {
  readonly serial?: number | undefined;
  readonly event: RunEvent;
}

/** What is told of a run while somebody listens. */
export type RunNews =
  | ({ readonly type: 'event' } & ServedEvent)
  /** Somebody answered, or was asked: read the batch again. */
  | { readonly type: 'batch'; readonly batchId: string };

import type { UIMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import type { Agent } from '../agent/run/agent.js';
import type { Broker } from '../approval/broker/broker.js';
import type { BrokerClock } from '../approval/broker/deadline.js';
import type { DecideOptions, DecideOutcome, Decision } from '../approval/broker/decision.js';
import type { DeferredToolHandler, Expiry } from '../approval/broker/handler.js';
import type { Grants } from '../approval/grants/grants.js';
import type { Policy } from '../approval/policy/policy.js';
import type { ToolDenied } from '../protocol/answers.js';
import type { JSONObject } from '../protocol/base/json.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { ScheduleFrame } from './event-applier.js';
import type { ConversationStorage } from './keeping/stored-conversation.js';
import type { ClientFunctions } from './run-client-tools.js';
import type { ConversationState, Draft, UserInput } from './state/conversation-state.js';

/** A zustand store to read and subscribe to. The verbs of a conversation are its only writers. */
export type ReadonlyStore = Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A conversation with an agent: the state that a UI shows, and the few verbs that change it. */
export interface Conversation {
  readonly store: ReadonlyStore;
  /**
   * Sends a message and goes on from the history. During a run it is queued, and sent once a run has completed: after one that
   * was stopped or failed it waits.
   */
  readonly start: (input: UserInput) => void;
  /** Takes back a message that is queued and not yet sent. `false`: it is not there any more. */
  readonly unqueue: (input: UserInput) => boolean;
  /**
   * Has the last answer made anew: the history ends before the last message of the user, which is sent again. What calls of that
   * answer did is not undone, and the model is not told of it.
   *
   * @throws UserError while a run goes on or its calls wait for people (stop it first), while a deferred run waits for `resume()`, or when nothing was said yet.
   */
  readonly regenerate: () => void;
  /**
   * Sends another message in place of one that the user sent: the history ends before that. What calls after it did is not undone.
   * Default of `messageId`: their last message.
   *
   * @throws UserError as `regenerate()` does, and when the message is none of the user's.
   */
  readonly edit: (input: UserInput, messageId?: string) => void;
  /** Stops the current run: cards close as cancelled, nothing more executes. */
  readonly stop: (reason?: string) => void;
  /**
   * Goes on from a `deferred` outcome, in a new run of the same conversation. With results they are applied. Without them the calls
   * that were left open are asked about again, as the same cards; a draft that was begun on one is still there.
   *
   * @param results answers for all calls that are open, of `buildResults`. Default: people are asked again.
   * @param prompt a message that follows the results. Default: none.
   * @throws UserError `still-running` while a run goes on, and `open-calls` for a prompt without results.
   * @example <button onClick={() => run.resume()}>Answer</button>
   */
  readonly resume: (results?: DeferredToolResults, prompt?: UserInput) => void;
  /**
   * Ends the calls that were left open: none of them runs, the model reads that the user left them open, and the run goes on, with a
   * message if one is given. `start` does not do that by itself: it waits for the calls, so warn people before.
   *
   * @param input a message that follows. Default: none.
   * @throws UserError `nothing-parked` when no call is left open (`parked` is `null`).
   * @example if (confirm('Two calls are left open. End them?')) run.giveUp('Forget that. What is the time?');
   */
  readonly giveUp: (input?: UserInput) => void;
  /**
   * Answers one pending call. Its batch goes back when every call of it is decided. With `batchId` the answer reaches only that
   * batch: one for an earlier round of the same call is late.
   */
  readonly decide: (
    toolCallId: string,
    decision: Decision,
    options?: DecideOptions & { readonly batchId?: string },
  ) => Promise<DecideOutcome>;
  /** What a form needs in which the input of a pending call is edited, by its item's id. `undefined`: it is edited as JSON. */
  readonly formOf: Broker['formOf'];
  /**
   * Takes back what a person answered, as long as its batch has not gone back: the call waits again, a grant that was given with the
   * answer is revoked, and calls that it answered wait again too.
   *
   * @param itemId the `id` of an item in `pending`.
   * @returns `false`: there is nothing to take back any more.
   */
  readonly takeBack: (itemId: string) => boolean;
  /** Sends back at once a batch that is answered and waits out the `sendDelay`. `false`: there is no such batch. */
  readonly sendNow: (batchId: string) => boolean;
  /** Runs the functions of client tools for calls that wait and were begun by none: for tools that came after their calls. */
  readonly runClientTools: () => void;
  /** Answers every open approval of a batch alike (of all batches without an id). External calls are untouched. */
  readonly decideAll: (decision: boolean | ToolDenied, batchId?: string) => Promise<readonly DecideOutcome[]>;
  /**
   * Gives a call (by its item's id) or what still waits of a batch (by its `batchId`) another deadline, in milliseconds since
   * 1970. `false`: there is nothing left to extend.
   */
  readonly extend: (id: string, expiresAt: number) => boolean;
  /** Decisions that people asked to be remembered: where it was given grants, or its broker has some. */
  readonly grants: Grants | undefined;
  /** Keeps what a person has begun at a card, by its item's id; `null` forgets it. */
  readonly saveDraft: (itemId: string, draft: Draft | null) => void;
  /** Aborts the run and takes no more input. */
  readonly dispose: () => void;
}

/** How a run of a conversation ended. */
export interface FinishedRun<OUTPUT = unknown> {
  readonly outcome: RunOutcome<OUTPUT>;
  /** All messages of the conversation, with those of this run. */
  readonly messages: readonly UIMessage[];
}

/** What a conversation is made of. Read anew for each run, each batch, each call. */
export interface ConversationOptions<DEPS = unknown, OUTPUT = unknown> {
  readonly agent: Agent<DEPS, OUTPUT>;
  /** What the agent's tools need. */
  readonly deps?: DEPS;
  /** Answers deferred calls; `ctx.ask` asks people. Default: the agent's own, or else people. `null`: nobody. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Functions that give the result of external calls. */
  readonly clientTools?: ClientFunctions;
  /** Decides which calls run at once, which are asked about and which never run, instead of the agent's policy. `null`: no policy. */
  readonly policy?: Policy | null;
  /** How long people have for each batch. Default: the agent's own, or else for ever. */
  readonly expiry?: Expiry;
  /**
   * How long a batch that people have answered waits before it goes back, so that they can still change an answer, in milliseconds.
   * Default: 0, so that the last answer sends it.
   */
  readonly sendDelay?: number;
  /**
   * Where decisions are remembered: `createGrants()`. Read once. Default: the broker's, or else none: nothing is remembered, and
   * a decision with `remember` is not taken (`invalid`).
   */
  readonly grants?: Grants;
  /** Where calls wait for people, for a tray of several conversations. Read once. Default: a broker of its own. */
  readonly broker?: Broker;
  /** The app's own notes about each run. */
  readonly metadata?: JSONObject;
  /**
   * Hears of each event as it comes, text pieces too: for logs and metrics. What it throws is reported to the page as an error of the
   * app, and costs the run nothing. Default: none.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Hears of the end of each run, however it ended, also of one that its component has left: for what is to be kept. What it throws
   * is reported as in `onEvent`. Default: none.
   *
   * @example onFinish: ({ messages }) => localStorage.setItem('messages', JSON.stringify(messages))
   */
  readonly onFinish?: (finish: FinishedRun<OUTPUT>) => void;
  /**
   * Keeps the conversation beyond the page, under `runKey`: its messages, a run that goes on, what waits for people and what they have begun. Read
   * once. Default: nothing is kept.
   */
  readonly storage?: ConversationStorage;
  /** The name of the conversation in the storage. Read once. Default: none, so that nothing is kept. */
  readonly runKey?: string;
  /** Messages of before, to go on from; read once. Default: none. */
  readonly initialMessages?: readonly UIMessage[];
}

/** Time, timers and frames, for tests. */
export interface ConversationEnvironment extends Partial<BrokerClock> {
  /** Calls back when text may be put on screen. Default: the next frame, or soon in a hidden tab. */
  readonly scheduleFrame?: ScheduleFrame;
}

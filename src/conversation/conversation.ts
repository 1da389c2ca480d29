import type { UIMessage } from 'ai';
import type { StoreApi } from 'zustand/vanilla';
import type { Agent } from '../agent/run/agent.js';
import type { Broker } from '../approval/broker/broker.js';
import type { BrokerClock } from '../approval/broker/deadline.js';
import type { DeferredToolHandler, Expiry } from '../approval/broker/handler.js';
import type { Grants } from '../approval/grants/grants.js';
import type { Policy } from '../approval/policy/policy.js';
import type { JSONObject } from '../protocol/base/json.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { ScheduleFrame } from './event-applier.js';
import type { ClientFunctions } from './run-client-tools.js';
import type { ConversationState } from './state/conversation-state.js';
import type { ConversationStorage } from './state/persister.js';
import type { Verbs } from './state/verbs.js';

/** A zustand store to read and subscribe to. The verbs of a conversation are its only writers. */
export type ReadonlyStore = Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A conversation with an agent: the state that a UI shows, and the few verbs that change it. */
export interface Conversation extends Verbs {
  readonly store: ReadonlyStore;
  /** The name of the conversation, as in its options. */
  readonly runKey?: string | undefined;
  /**
   * Runs the functions of client tools for calls that wait and were begun by none: for tools that came after their
   * calls.
   */
  readonly runClientTools: () => void;
  /** Decisions that people asked to be remembered: where it was given grants, or its broker has some. */
  readonly grants: Grants | undefined;
  /**
   * Continues the conversation in this page while another tab leads it (`place: 'elsewhere'`). That tab loses it, and
   * the run continues here after its last step.
   *
   * @example {run.place === 'elsewhere' && <button onClick={run.takeLead}>Use it here</button>}
   */
  readonly takeLead: () => void;
  /** Aborts the run and takes no more input. */
  readonly dispose: () => void;
}

/** The end of a run of a conversation. */
export interface FinishedRun<OUTPUT = unknown> {
  readonly outcome: RunOutcome<OUTPUT>;
  /** All messages of the conversation, with those of this run. */
  readonly messages: readonly UIMessage[];
}

/**
 * The options of a conversation. `createConversation` reads them once for each run; in `useAgentRun`, each rendering
 * brings new ones.
 */
export interface ConversationOptions<DEPS = unknown, OUTPUT = unknown> {
  readonly agent: Agent<DEPS, OUTPUT>;
  /** The dependencies of the agent's tools. */
  readonly deps?: DEPS;
  /** Answers deferred calls; `ctx.ask` asks people. Default: the agent's own, or else people. `null`: nobody. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Functions that give the result of external calls. */
  readonly clientTools?: ClientFunctions;
  /**
   * Decides which calls run at once, which are asked about and which never run, instead of the agent's policy. `null`:
   * no policy.
   */
  readonly policy?: Policy | null;
  /** The time that people have for each batch. Default: the agent's own, or no limit. */
  readonly expiry?: Expiry;
  /**
   * The time between the last answer of a batch and its sending, in milliseconds. Until then people can change an
   * answer. Default: 0, so the last answer sends it.
   */
  readonly sendDelay?: number;
  /**
   * The remembered decisions: `createGrants()`. It cannot change later (`option-changed`). Default: the broker's.
   * Without any, a decision with `remember` is rejected (`invalid`).
   */
  readonly grants?: Grants;
  /**
   * The broker that holds pending calls, shared by the conversations of a tray. It cannot change later
   * (`option-changed`). Default: one of its own.
   */
  readonly broker?: Broker;
  /** The app's own notes about each run. */
  readonly metadata?: JSONObject;
  /**
   * Hears of each event as it comes, text pieces too: for logs and metrics. What it throws is reported to the page as
   * an error of the app, and costs the run nothing. Default: none.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Hears of the end of each run, however it ended, also of one that its component has left: for what is to be kept.
   * What it throws is reported as in `onEvent`. Default: none.
   *
   * @example onFinish: ({ messages }) => localStorage.setItem('messages', JSON.stringify(messages))
   */
  readonly onFinish?: (finish: FinishedRun<OUTPUT>) => void;
  /**
   * Persists the conversation under `runKey`: its messages, its current run, pending calls and drafts. It cannot change
   * later (`option-changed`). Default: not persisted.
   */
  readonly storage?: ConversationStorage;
  /**
   * The name of the conversation in the storage. It cannot change later (`option-changed`). Default: none, so that
   * nothing is kept.
   */
  readonly runKey?: string;
  /**
   * The maximum number of events in memory. Beyond it, the newer half stays, from an event by which the storage finds
   * the earlier ones. With a storage, `showEarlier()` reads the rest, and from then on all events stay in memory.
   * Default: 4,000 with a storage that persists events, else no limit.
   */
  readonly maxEvents?: number;
  /**
   * The minimum time between two renderings while a model writes, in milliseconds: for long lists and slow devices. The
   * first text after a pause, actions of people and pending calls are shown at once. Default: 0, so each frame shows
   * the newest text.
   */
  readonly throttle?: number;
  /** Messages of before, to go on from; read once. Default: none. */
  readonly initialMessages?: readonly UIMessage[];
}

/** Time, timers and frames, for tests. */
export interface ConversationEnvironment extends Partial<BrokerClock> {
  /** Calls back when text may be put on screen. Default: the next frame, or soon in a hidden tab. */
  readonly scheduleFrame?: ScheduleFrame;
}

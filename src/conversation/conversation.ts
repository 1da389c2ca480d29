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
  /** The `runKey` of its options. */
  readonly runKey?: string | undefined;
  /** Runs the functions of client tools for pending calls that did not have a function when they were requested. */
  readonly runClientTools: () => void;
  /**
   * The decisions that people asked to be remembered; `undefined` without the option `grants` and a broker with some.
   */
  readonly grants: Grants | undefined;
  /**
   * Takes the lead of a conversation that another tab leads (`place: 'elsewhere'`). The run continues in this page
   * after its last persisted step.
   *
   * @example {run.place === 'elsewhere' && <button onClick={run.takeLead}>Use it here</button>}
   */
  readonly takeLead: () => void;
  /** Aborts the run. After that, the conversation accepts no input. */
  readonly dispose: () => void;
}

/** The end of a run of a conversation. */
export interface FinishedRun<OUTPUT = unknown> {
  readonly outcome: RunOutcome<OUTPUT>;
  /** All messages of the conversation, including those of this run. */
  readonly messages: readonly UIMessage[];
}

/**
 * The options of a conversation. `createConversation` reads them at the start of each run, `useAgentRun` in each
 * render.
 */
export interface ConversationOptions<DEPS = unknown, OUTPUT = unknown> {
  readonly agent: Agent<DEPS, OUTPUT>;
  /** The dependencies of the agent's tools. */
  readonly deps?: DEPS;
  /** Answers deferred calls; `ctx.ask` asks people. Default: the agent's own, or else people. `null`: nobody. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Functions that compute the results of external calls in the page. Default: none. */
  readonly clientTools?: ClientFunctions;
  /**
   * The policy that decides which calls run at once, require approval, or are blocked. `null`: no policy. Default: the
   * agent's own.
   */
  readonly policy?: Policy | null;
  /** The time limit for people to answer a batch. Default: the agent's own, or no limit. */
  readonly expiry?: Expiry;
  /**
   * The delay in milliseconds before a completely answered batch is sent, in which people can change their answers.
   * Default: 0.
   */
  readonly sendDelay?: number;
  /**
   * The remembered decisions: `createGrants()`. The option cannot change later (`option-changed`). Default: those of
   * the broker. If it has none, a decision with `remember` is rejected (`invalid`).
   */
  readonly grants?: Grants;
  /**
   * The broker that holds pending calls. Several conversations can share one, as for a decision tray. The option cannot
   * change later (`option-changed`). Default: a broker of its own.
   */
  readonly broker?: Broker;
  /** The app's own metadata of each run. */
  readonly metadata?: JSONObject;
  /**
   * Called for each event, including text deltas: for logs and metrics. An error that it throws is reported as an
   * uncaught error of the page, and does not affect the run. Default: none.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Called at the end of each run, whatever its outcome, also after its component was unmounted: for example to store
   * the messages. Errors are treated as in `onEvent`. Default: none.
   *
   * @example onFinish: ({ messages }) => localStorage.setItem('messages', JSON.stringify(messages))
   */
  readonly onFinish?: (finish: FinishedRun<OUTPUT>) => void;
  /**
   * The storage that persists the conversation under `runKey`: messages, current run, pending calls and drafts. The
   * option cannot change later (`option-changed`). Default: the conversation is not persisted.
   */
  readonly storage?: ConversationStorage;
  /**
   * The key of the conversation in the storage. The option cannot change later (`option-changed`). Default: none, so
   * the conversation is not persisted.
   */
  readonly runKey?: string;
  /**
   * The maximum number of events in memory. When it is exceeded, about half of that number remains. With a storage,
   * `showEarlier()` reads earlier events again; from then on, all events stay in memory. Default: 4,000 with a storage
   * that persists events, else no limit.
   */
  readonly maxEvents?: number;
  /**
   * The minimum time between two renders while a model writes, in milliseconds: for long lists and slow devices. The
   * first text after a pause, actions of people and pending calls are shown at once. Default: 0, so the newest text is
   * shown in each frame.
   */
  readonly throttle?: number;
  /** The messages that the conversation continues from. Read once. Default: none. */
  readonly initialMessages?: readonly UIMessage[];
}

/** Time, timers and frames, for tests. */
export interface ConversationEnvironment extends Partial<BrokerClock> {
  /** Schedules the next update of the screen. Default: the next frame; in a hidden tab, a timer. */
  readonly scheduleFrame?: ScheduleFrame;
}

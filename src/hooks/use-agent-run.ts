'use client';
import type { DeepPartial, UIMessage } from 'ai';
import { useCallback, useEffect, useInsertionEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Agent } from '../agent/run/agent.js';
import type { Broker } from '../approval/broker/broker.js';
import type { DeferredToolHandler, Expiry } from '../approval/broker/handler.js';
import type { Grants } from '../approval/grants/grants.js';
import type { Policy } from '../approval/policy/policy.js';
import { AgentConversation } from '../conversation/agent-conversation.js';
import type { Conversation, ConversationOptions, FinishedRun } from '../conversation/conversation.js';
import { type PreparedConversation, routeToLeader } from '../conversation/route-to-leader.js';
import type { ConversationState } from '../conversation/state/conversation-state.js';
import type { ConversationStorage } from '../conversation/state/persister.js';
import type { JSONObject } from '../protocol/base/json.js';
import type { RunEvent } from '../protocol/run-event.js';
import { type AddedTools, createAddedTools } from './added-tools.js';
import type { ClientTool, ClientTools } from './client-tools.js';
import { createTracker, type Tracker, trackedState } from './tracked-state.js';

interface UseAgentRunOptionsBase<DEPS, OUTPUT> {
  /** The agent of the conversation. Another agent takes effect with the next run. */
  readonly agent: Agent<DEPS, OUTPUT>;
  /**
   * Answers all deferred calls of one model response, as one batch. `ask(requests)` shows them, or a part of them, to
   * the user. `null`: nobody answers, and the run ends `deferred`. Default: the agent's own handler, or else the user.
   */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /**
   * Decides which calls are allowed, require approval or are denied, instead of the agent's policy. `null`: no policy.
   * Another policy takes effect with the next run. Default: the agent's.
   */
  readonly policy?: Policy | null;
  /** The time that people have for each batch. Default: the agent's own, or else unlimited. */
  readonly expiry?: Expiry;
  /**
   * The time that an answered batch waits before it is sent, so that answers can still be changed, in milliseconds.
   * Default: 0, so that the last answer sends it.
   *
   * @example useAgentRun({ agent, sendDelay: 5_000 })
   */
  readonly sendDelay?: number;
  /**
   * The store of remembered approvals: `createGrants()`. It cannot change later (`option-changed`). Default: the
   * broker's, or else none: a decision with `remember` is rejected (`invalid`).
   */
  readonly grants?: Grants;
  /**
   * The broker that holds pending calls, shared by the conversations of a tray. It cannot change later
   * (`option-changed`). Default: one of its own.
   */
  readonly broker?: Broker;
  /** Tools that execute in the page: components that the user operates, or functions. Default: none. */
  readonly clientTools?: ClientTools;
  /** The app's own notes about each run, as `ctx.metadata`. Default: none. */
  readonly metadata?: JSONObject;
  /**
   * Called with each event, including text deltas: for logs and metrics. An error that it throws is reported to the
   * page as an error of the app, and does not affect the run. The function of the last rendering is called. Default:
   * none.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Called at the end of each run, whatever its outcome, also when unmounting stops it: for data to store. Errors are
   * reported as for `onEvent`. Default: none.
   *
   * @example onFinish: ({ messages }) => localStorage.setItem('messages', JSON.stringify(messages))
   */
  readonly onFinish?: (finish: FinishedRun<OUTPUT>) => void;
  /**
   * Persists the conversation beyond the page, under `runKey`: `indexedDbStorage()` of `countersign/persistence`. Its
   * run continues in the next page that opens it, with the same cards. It cannot change later, except together with
   * `runKey` (`option-changed`). Default: nothing is persisted.
   */
  readonly storage?: ConversationStorage;
  /**
   * The name of the conversation in the storage. With another name, the component opens another conversation, and
   * leaves the old one as if it was unmounted. Default: none, so that nothing is stored.
   */
  readonly runKey?: string;
  /**
   * The maximum number of events in memory. Above it, the newer half stays in memory, from an event at which the
   * storage can continue with the earlier ones. With a storage, `showEarlier()` loads the earlier events, and from then
   * on all events stay in memory. Default: 4,000 with a storage that persists events, else unlimited.
   */
  readonly maxEvents?: number;
  /**
   * The minimum time between two renderings while a model writes, in milliseconds: for long lists and slow devices.
   * Updates after a pause, actions of the user and pending calls are shown at once. Default: 0, so that each frame
   * shows what has arrived.
   *
   * @example useAgentRun({ agent, throttle: 50 })
   */
  readonly throttle?: number;
  /**
   * Earlier messages, from a server or a storage, to show and to continue. They are read in the first rendering, which
   * throws if they are damaged. Messages that are set later are reported (`option-changed`). Calls without a result
   * count as interrupted; with a storage, an approval that is open at their end is shown as waiting until the storage
   * has opened. Default: none.
   *
   * @example initialMessages: JSON.parse(localStorage.messages)
   */
  readonly initialMessages?: readonly UIMessage[];
}

/** Options of {@link useAgentRun}. `deps` is required when the agent's tools need some. */
export type UseAgentRunOptions<DEPS = unknown, OUTPUT = string> = UseAgentRunOptionsBase<DEPS, OUTPUT> &
  (unknown extends DEPS ? { readonly deps?: DEPS } : { readonly deps: DEPS });

/**
 * A conversation in React. The members of {@link ConversationState} are getters: a component renders again only for
 * those that it reads. The methods are stable, so they may be used in dependency lists.
 */
export interface UseAgentRunResult<OUTPUT = unknown>
  extends Readonly<Omit<ConversationState, 'partialOutput'>>,
    Conversation {
  /**
   * The unfinished, not validated output that the model is writing in its newest response. `undefined` while there is
   * none, and for plain text. The `outcome` has the final output.
   */
  readonly partialOutput: DeepPartial<OUTPUT> | undefined;
  /** The client tools of the options, and those that were added since. */
  readonly clientTools: ClientTools;
  /**
   * Adds a client tool, which then also answers pending calls; see `useClientTool`. Returns a function that removes it.
   */
  readonly addClientTool: (name: string, tool: ClientTool) => () => void;
}

const noTools: ClientTools = Object.freeze({});

/**
 * Runs a conversation with an agent, and answers its deferred calls inline, in the same run. Unmounting stops the run,
 * or leaves it in the storage if it is persisted. A hidden `<Activity>` keeps the run and its pending calls.
 *
 * @throws UserError `initial-messages` in the first rendering, when they are damaged.
 * @example
 * const run = useAgentRun({ agent, deps: { files }, deferredToolHandler: (requests, { ask }) => ask(requests) });
 * return <AgentChat run={run} />;
 */
export function useAgentRun<DEPS, OUTPUT>(options: UseAgentRunOptions<DEPS, OUTPUT>): UseAgentRunResult<OUTPUT> {
  return useKeyedRun(options, undefined);
}

/** Works like `useAgentRun`, and creates a new conversation whenever `key` changes. */
export function useKeyedRun<DEPS, OUTPUT>(
  options: UseAgentRunOptions<DEPS, OUTPUT>,
  key: unknown,
): UseAgentRunResult<OUTPUT> {
  const [tools] = useState(createAddedTools);
  const [held, setHeld] = useState(() => createHeldConversation(options, tools, key));
  let current = held;
  if (held.key !== key || held.runKey !== options.runKey || held.isStored !== isStored(options)) {
    current = createHeldConversation(options, tools, key);
    setHeld(current);
  }
  const { conversation, tracker, latest } = current;
  useInsertionEffect(() => {
    latest.current = options;
  });
  // A hidden `<Activity>` cleans up effects, but not insertion effects: only unmounting disposes the conversation.
  useInsertionEffect(() => disposeLater(conversation), [conversation]);
  useEffect(() => conversation.open(), [conversation]);
  useEffect(() => conversation.checkOptions());

  const version = useSyncExternalStore(tracker.subscribe, tracker.version, tracker.version);
  const { clientTools: own = noTools } = options;
  const added = useSyncExternalStore(tools.subscribe, tools.current, tools.current);
  const clientTools = useMemo(() => ({ ...own, ...added }), [own, added]);
  const addClientTool = useCallback<UseAgentRunResult['addClientTool']>(
    (name, tool) => {
      const remove = tools.add(name, tool);
      conversation.runClientTools();
      return remove;
    },
    [tools, conversation],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version makes a new object, so that memoised children see it
  return useMemo(
    // The agent determines the type of the output.
    () => trackedState(tracker, { ...conversation, clientTools, addClientTool }) as UseAgentRunResult<OUTPUT>,
    [tracker, conversation, clientTools, addClientTool, version],
  );
}

/**
 * A conversation, with the newest options of its component. When the component switches to another conversation, the
 * old one keeps its last options.
 */
interface HeldConversation<DEPS, OUTPUT> {
  readonly conversation: PreparedConversation;
  readonly tracker: Tracker;
  readonly latest: { current: UseAgentRunOptions<DEPS, OUTPUT> };
  readonly key: unknown;
  readonly runKey: string | undefined;
  readonly isStored: boolean;
}

function isStored({ storage, runKey }: Pick<UseAgentRunOptions, 'storage' | 'runKey'>): boolean {
  return storage !== undefined && runKey !== undefined;
}

function createHeldConversation<DEPS, OUTPUT>(
  options: UseAgentRunOptions<DEPS, OUTPUT>,
  tools: AddedTools,
  key: unknown,
): HeldConversation<DEPS, OUTPUT> {
  const latest = { current: options };
  const currentOptions = () => tools.addTo(latest.current as ConversationOptions<DEPS, OUTPUT>);
  // Each rendering sets the newest options, so `renew` has nothing to read at the beginning of a run.
  const conversation = routeToLeader(new AgentConversation<DEPS, OUTPUT>({ current: currentOptions, renew: () => {} }));
  const tracker = createTracker(conversation.store);
  return { conversation, tracker, latest, key, runKey: options.runKey, isStored: isStored(options) };
}

/** Pending disposals: fast refresh cleans up and runs effects again within one task, which must not stop the run. */
const pendingDisposals: WeakMap<Conversation, ReturnType<typeof setTimeout>> = new WeakMap();

function disposeLater(conversation: PreparedConversation): () => void {
  clearTimeout(pendingDisposals.get(conversation));
  return () => {
    pendingDisposals.set(conversation, setTimeout(conversation.dispose, 0));
  };
}

'use client';
import type { DeepPartial, UIMessage } from 'ai';
import { useCallback, useEffect, useInsertionEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Agent } from '../agent/run/agent.js';
import type { Broker } from '../approval/broker/broker.js';
import type { DeferredToolHandler, Expiry } from '../approval/broker/handler.js';
import type { Grants } from '../approval/grants/grants.js';
import type { Policy } from '../approval/policy/policy.js';
import type { JSONObject } from '../protocol/base/json.js';
import type { RunEvent } from '../protocol/run-event.js';
import { AgentConversation } from '../store/agent-conversation.js';
import type { Conversation, ConversationOptions, FinishedRun } from '../store/conversation.js';
import { type PreparedConversation, reachConversation } from '../store/reach-conversation.js';
import type { ConversationState } from '../store/state/conversation-state.js';
import type { ConversationStorage } from '../store/state/persister.js';
import { type AddedTools, createAddedTools } from './added-tools.js';
import type { ClientTool, ClientTools } from './client-tools.js';
import { createTracker, type Tracker, trackedState } from './tracked-state.js';

interface UseAgentRunOptionsBase<DEPS, OUTPUT> {
  /** The agent to talk to. Another agent takes effect with the next run. */
  readonly agent: Agent<DEPS, OUTPUT>;
  /**
   * Answers all deferred calls of one model response, as one batch. `ask(requests)` puts them, or a part of them, on
   * screen. `null`: nobody answers, the run ends `deferred`. Default: the agent's own handler, or else people.
   */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** Decides which calls run at once, which are asked about and which never run, instead of the agent's policy. `null`: no policy. Another policy takes effect with the next run. Default: the agent's. */
  readonly policy?: Policy | null;
  /** How long people have for each batch. Default: the agent's own, or else for ever. */
  readonly expiry?: Expiry;
  /**
   * How long a batch that people have answered waits before it goes back, so that they can still change an answer, in milliseconds.
   * Default: 0, so that the last answer sends it.
   *
   * @example useAgentRun({ agent, sendDelay: 5_000 })
   */
  readonly sendDelay?: number;
  /**
   * Where decisions are remembered: `createGrants()`. It cannot change later (`option-changed`). Default: the broker's, or else none:
   * nothing is remembered, and a decision with `remember` is not taken (`invalid`).
   */
  readonly grants?: Grants;
  /** The broker that holds pending calls, shared by the conversations of a tray. It cannot change later (`option-changed`). Default: one of its own. */
  readonly broker?: Broker;
  /** Tools that run in the page: components that a person uses, or functions. Default: none. */
  readonly clientTools?: ClientTools;
  /** The app's own notes about each run, as `ctx.metadata`. Default: none. */
  readonly metadata?: JSONObject;
  /**
   * Hears of each event as it comes, text pieces too: for logs and metrics. What it throws is reported to the page as an error of the
   * app, and costs the run nothing. The newest function is called. Default: none.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Hears of the end of each run, however it ended, also of the one that unmounting stops: for what is to be kept. What it throws is
   * reported as in `onEvent`. Default: none.
   *
   * @example onFinish: ({ messages }) => localStorage.setItem('messages', JSON.stringify(messages))
   */
  readonly onFinish?: (finish: FinishedRun<OUTPUT>) => void;
  /**
   * Keeps the conversation beyond the page, under `runKey`: `indexedDbStorage()` of `countersign/persistence`. Its run goes on in the next page that opens
   * it, with the same cards. It cannot change later, except together with `runKey` (`option-changed`). Default: nothing is kept.
   */
  readonly storage?: ConversationStorage;
  /** The name of the conversation in the storage. Another name is another conversation: the component leaves the old one, as unmounting does. Default: none, so that nothing is stored. */
  readonly runKey?: string;
  /**
   * How many events are held in memory: of more, the newer half is, back to the next event of which the storage knows what was before. With a storage, the rest
   * is read from there again (`showEarlier()`), and from then on all is held, however much that is.
   * Default: 4,000 with a storage that keeps events, else all.
   */
  readonly maxEvents?: number;
  /**
   * How long at least the page shows what it shows while a model writes, in milliseconds: for long lists and slow devices, where each rendering costs. What comes
   * after a rest, what people do and what waits for them is shown at once. Default: 0, so that each frame shows what has come.
   *
   * @example useAgentRun({ agent, throttle: 50 })
   */
  readonly throttle?: number;
  /**
   * Messages of before (of a server, of a storage), to show and to go on from; read in the first rendering, which throws what is
   * wrong with them. Messages that come later are reported (`option-changed`). Calls that they leave open count as interrupted. Default: none.
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
 * what it reads. The verbs are stable, so they may go into dependency lists.
 */
export interface UseAgentRunResult<OUTPUT = unknown>
  extends Readonly<Omit<ConversationState, 'partialOutput'>>,
    Conversation {
  /**
   * The output that the model is writing in its newest response, as far as it has come and not checked yet; `undefined` as long as there is nothing of it, and
   * for outputs that are plain text. What counts is the `outcome`'s.
   */
  readonly partialOutput: DeepPartial<OUTPUT> | undefined;
  /** The client tools of the options, and those that were added since. */
  readonly clientTools: ClientTools;
  /** Adds a client tool, which then also answers calls that wait for it; see `useClientTool`. Gives what takes it away again. */
  readonly addClientTool: (name: string, tool: ClientTool) => () => void;
}

const noTools: ClientTools = Object.freeze({});

/**
 * Talks to an agent, and answers its deferred calls inline, in the same run. Unmounting stops the run, or leaves it where it is kept.
 * A hidden `<Activity>` keeps the run and what waits for people.
 *
 * @throws UserError `initial-messages` in the first rendering, when they are damaged.
 * @example
 * const run = useAgentRun({ agent, deps: { files }, deferredToolHandler: (requests, { ask }) => ask(requests) });
 * return <AgentChat run={run} />;
 */
export function useAgentRun<DEPS, OUTPUT>(options: UseAgentRunOptions<DEPS, OUTPUT>): UseAgentRunResult<OUTPUT> {
  return useOwnedRun(options, undefined);
}

/** `useAgentRun`, with a new conversation whenever `owner` is another value. */
export function useOwnedRun<DEPS, OUTPUT>(
  options: UseAgentRunOptions<DEPS, OUTPUT>,
  owner: unknown,
): UseAgentRunResult<OUTPUT> {
  const [tools] = useState(createAddedTools);
  const [held, setHeld] = useState(() => holdConversation(options, tools, owner));
  let current = held;
  if (held.owner !== owner || held.runKey !== options.runKey || held.isStored !== isStored(options)) {
    current = holdConversation(options, tools, owner);
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
    // What the output is, the agent says.
    () => trackedState(tracker, { ...conversation, clientTools, addClientTool }) as UseAgentRunResult<OUTPUT>,
    [tracker, conversation, clientTools, addClientTool, version],
  );
}

/** A conversation with the newest options of the component, which it keeps when the component continues with another one. */
interface HeldConversation<DEPS, OUTPUT> {
  readonly conversation: PreparedConversation;
  readonly tracker: Tracker;
  readonly latest: { current: UseAgentRunOptions<DEPS, OUTPUT> };
  readonly owner: unknown;
  readonly runKey: string | undefined;
  readonly isStored: boolean;
}

function isStored({ storage, runKey }: Pick<UseAgentRunOptions, 'storage' | 'runKey'>): boolean {
  return storage !== undefined && runKey !== undefined;
}

function holdConversation<DEPS, OUTPUT>(
  options: UseAgentRunOptions<DEPS, OUTPUT>,
  tools: AddedTools,
  owner: unknown,
): HeldConversation<DEPS, OUTPUT> {
  const latest = { current: options };
  const newest = () => tools.addTo(latest.current as ConversationOptions<DEPS, OUTPUT>);
  // Each rendering brings the newest options, so there is nothing to read at the beginning of a run.
  const conversation = reachConversation(new AgentConversation<DEPS, OUTPUT>({ current: newest, renew: () => {} }));
  const tracker = createTracker(conversation.store);
  return { conversation, tracker, latest, owner, runKey: options.runKey, isStored: isStored(options) };
}

/** Pending disposals: fast refresh cleans up and runs effects again within one task, which must not stop the run. */
const leaving: WeakMap<Conversation, ReturnType<typeof setTimeout>> = new WeakMap();

function disposeLater(conversation: PreparedConversation): () => void {
  clearTimeout(leaving.get(conversation));
  return () => {
    leaving.set(conversation, setTimeout(conversation.dispose, 0));
  };
}

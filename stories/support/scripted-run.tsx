import {
  type Agent,
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  type DeferredToolHandler,
  type RunJournal,
  type ToolMap,
  type UseAgentRunResult,
} from 'countersign';
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ReactElement, useMemo, useSyncExternalStore } from 'react';
import { createStoryTime, type StateCondition, type StoryTime } from './story-time.js';
import { type WorkspaceLog, workspaceTools } from './workspace-tools.js';

/** The script of a story: the model's turns, and how far they are played before the story is rendered. */
export interface StoryScript {
  /** The first user message; `null` for none. Default: `Tidy up the workspace`. */
  readonly say?: string | null;
  /** The model's responses, turn by turn. Default: none. */
  readonly turns?: readonly ScriptedTurn[];
  /** Default: {@link workspaceTools}. */
  readonly tools?: (log: WorkspaceLog) => ToolMap;
  readonly clientTools?: UseAgentRunResult['clientTools'];
  /** Default: the story's user decides. */
  readonly handler?: DeferredToolHandler;
  /** The approval policy. Default: each tool's own `needsApproval`. */
  readonly policy?: ConversationOptions['policy'];
  /** The store of remembered decisions. Default: none. */
  readonly grants?: ConversationOptions['grants'];
  /** The deadline, such as `{ after: 60_000 }`. Only `until` and the story's `clock` advance time. Default: none. */
  readonly expiry?: ConversationOptions['expiry'];
  /** The delay in milliseconds before an answered batch is sent. Default: none. */
  readonly sendDelay?: ConversationOptions['sendDelay'];
  /** The maximum number of events in memory. Default: all. */
  readonly maxEvents?: number;
  /** Calls that an earlier activation of the run has started, with their start times by call id. Default: none. */
  readonly begun?: Readonly<Record<string, number>>;
  /** Default: `workspace`. */
  readonly agentName?: string;
  /**
   * Plays the script until the conversation has this status, for this many milliseconds, or until a condition
   * holds. Default: `waiting`, which means that a batch is on screen.
   */
  readonly until?: ConversationState['status'] | number | StateCondition;
  /** Prepares the run before the story is rendered, for example by deciding some calls. */
  readonly prepare?: (run: StoryRun) => unknown;
  /**
   * `live`: in Storybook, time passes as the script says. `still` (default): time stands still, so the story
   * shows one state.
   */
  readonly pace?: 'live' | 'still';
}

/** The conversation of a story, with the tools that its `play` function needs to drive it. */
export interface StoryRun extends Pick<StoryTime, 'clock' | 'until'> {
  readonly conversation: Conversation;
  readonly clientTools: UseAgentRunResult['clientTools'];
  readonly model: ScriptedModel;
  /** The actions that the tools have executed. */
  readonly log: WorkspaceLog;
  /** The current state. */
  readonly state: ConversationState;
}

/** The part of Storybook's context that carries the run from `beforeEach` to `render` and `play`. */
interface StoryContext {
  readonly loaded: Record<string, unknown>;
}

/**
 * Brings a conversation into the state that a story shows. Each visit creates a new run, in virtual time and
 * with the same ids, and disposes of it afterwards.
 *
 * @example
 *   export const OneCall: Story = {
 *     beforeEach: setUpRun({ turns: [{ calls: [{ toolName: 'delete_file', input: { path: 'a.txt' } }] }] }),
 *   };
 */
export function setUpRun(script: StoryScript): (context: StoryContext) => Promise<() => void> {
  return async ({ loaded }) => {
    const { run, dispose } = createRun(script);
    loaded.run = run;
    await playTo(script, run);
    await script.prepare?.(run);
    return dispose;
  };
}

/** Leaves every pending call open for later. */
export async function deferAll({ conversation, until }: StoryRun): Promise<void> {
  for (const { call } of conversation.store.getState().pending.flatMap(({ items }) => items))
    await conversation.decide(call.toolCallId, 'defer');
  await until(({ parked }) => parked !== null);
}

/**
 * Returns the run that {@link setUpRun} created.
 *
 * @throws Error when the story has no `beforeEach: setUpRun(…)`.
 */
export function runOf({ loaded }: StoryContext): StoryRun {
  if (loaded.run === undefined)
    throw new Error('This story has no run. Give it one: beforeEach: setUpRun({ turns: […] })');
  return loaded.run as StoryRun; // only setUpRun() writes it
}

/**
 * Renders with the run of the story, and again after each change of its state, like a component with
 * `useAgentRun`.
 *
 * @example const meta = { component: ApprovalQueue, render: showRun((run) => <ApprovalQueue run={run} />) };
 */
export function showRun<ARGS>(
  render: (run: UseAgentRunResult, args: ARGS) => ReactElement | null,
): (args: ARGS, context: StoryContext) => ReactElement {
  return (args, context) => <RunView story={runOf(context)} render={(run) => render(run, args)} />;
}

interface RunViewProps {
  readonly story: StoryRun;
  readonly render: (run: UseAgentRunResult) => ReactElement | null;
}

function RunView({ story: { conversation, clientTools }, render }: RunViewProps): ReactElement | null {
  const { subscribe, getState } = conversation.store;
  const state = useSyncExternalStore(subscribe, getState, getState);
  return render(
    useMemo(
      () => ({ ...conversation, ...state, clientTools, addClientTool: () => () => {} }),
      [conversation, state, clientTools],
    ),
  );
}

function createRun(script: StoryScript): { readonly run: StoryRun; readonly dispose: () => void } {
  const {
    turns = [],
    tools = workspaceTools,
    handler,
    policy,
    grants,
    expiry,
    sendDelay,
    clientTools = {},
    maxEvents,
    begun,
    agentName = 'workspace',
    pace = 'still',
  } = script;
  const log: WorkspaceLog = [];
  const time = createStoryTime(pace, () => conversation.store.getState());
  const { environment } = time;
  const model = scriptedModel(turns, environment);
  const made = createAgent({ name: agentName, model, tools: tools(log), environment });
  const agent = begun === undefined ? made : interruptCalls(made, begun);
  const options = {
    agent,
    clientTools: functionsOf(clientTools),
    ...(expiry === undefined ? {} : { expiry }),
    ...(maxEvents === undefined ? {} : { maxEvents }),
    ...(sendDelay === undefined ? {} : { sendDelay }),
    ...(policy === undefined ? {} : { policy }),
    ...(grants === undefined ? {} : { grants }),
    ...(handler === undefined ? {} : { deferredToolHandler: handler }),
  };
  const conversation = createConversation(() => options, environment);
  const run: StoryRun = {
    conversation,
    clientTools,
    model,
    log,
    clock: time.clock,
    until: time.until,
    get state() {
      return conversation.store.getState();
    },
  };
  const dispose = (): void => {
    conversation.dispose();
    time.dispose();
  };
  return { run, dispose };
}

/** Returns the agent in a later activation of its runs, after one that had started these calls. */
function interruptCalls(agent: Agent, begun: Readonly<Record<string, number>>): Agent {
  const journal: RunJournal = {
    step: (key, work) => {
      const since = begun[/~tool\.(.*)\.1$/.exec(key)?.[1] ?? ''];
      return work(since === undefined ? { isRepeated: false } : { isRepeated: true, since });
    },
  };
  const run: Agent['run'] = (prompt, options) => agent.run(prompt, { ...options, journal });
  return { ...agent, run };
}

/**
 * Returns the client tools that are functions. The conversation runs those; tools that are components are
 * rendered.
 */
function functionsOf(clientTools: UseAgentRunResult['clientTools']) {
  return Object.fromEntries(
    Object.entries(clientTools).flatMap(([name, each]) => ('execute' in each ? [[name, each]] : [])),
  );
}

async function playTo(
  { say = 'Tidy up the workspace', turns = [], until = 'waiting' }: StoryScript,
  run: StoryRun,
): Promise<void> {
  if (say === null || turns.length === 0) return;
  run.conversation.start(say);
  if (typeof until === 'number') await run.clock.advance(until);
  else await run.until(typeof until === 'function' ? until : (state) => state.status === until);
}

import {
  type Agent,
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  type DeferredToolHandler,
  type RunJournal,
  type Tool,
  type UseAgentRunResult,
} from 'countersign';
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ReactElement, useMemo, useSyncExternalStore } from 'react';
import { createStoryTime, type Reached, type StoryTime } from './story-time.js';
import { type WorkspaceLog, workspaceTools } from './workspace-tools.js';

/** Where a story begins: a script for the model, and how far it is played before the story is rendered. */
export interface StoryScript {
  /** What the user says first. `null`: nothing yet. Default: `Tidy up the workspace`. */
  readonly say?: string | null;
  /** What the model answers, turn by turn. Default: nothing. */
  readonly turns?: readonly ScriptedTurn[];
  /** Default: {@link workspaceTools}. */
  readonly tools?: (log: WorkspaceLog) => Readonly<Record<string, Tool>>;
  readonly clientTools?: UseAgentRunResult['clientTools'];
  /** Default: people are asked. */
  readonly handler?: DeferredToolHandler;
  /** Which calls are asked about. Default: those that their tools ask about. */
  readonly policy?: ConversationOptions['policy'];
  /** Where decisions are remembered. Default: nowhere. */
  readonly grants?: ConversationOptions['grants'];
  /**
   * How long people have: `{ after: 60_000 }`. Time passes only as `until` and the story's `clock` say. Default: for
   * ever.
   */
  readonly expiry?: ConversationOptions['expiry'];
  /** How long an answered batch waits before it goes back, in milliseconds. Default: it does not. */
  readonly sendDelay?: ConversationOptions['sendDelay'];
  /** How many events are held at most. Default: all. */
  readonly maxEvents?: number;
  /** Calls that have begun in an earlier life of the run, by their ids, and since when. Default: none. */
  readonly begun?: Readonly<Record<string, number>>;
  /** Default: `workspace`. */
  readonly agentName?: string;
  /**
   * Plays until the conversation is in this state, or so many milliseconds of the script, or until a condition holds.
   * Default: `waiting` where a model speaks, that is: a batch is on screen.
   */
  readonly until?: ConversationState['status'] | number | Reached;
  /** What people do before the story is rendered: decide some calls, begin an edit. */
  readonly prepare?: (run: StoryRun) => unknown;
  /**
   * `live`: in Storybook, time passes as the script says. `still` (default): it stands still, and the story is a state.
   */
  readonly pace?: 'live' | 'still';
}

/** A conversation of a story, with what its `play` needs to drive it. */
export interface StoryRun extends Pick<StoryTime, 'clock' | 'until'> {
  readonly conversation: Conversation;
  readonly clientTools: UseAgentRunResult['clientTools'];
  readonly model: ScriptedModel;
  /** What the tools have done. */
  readonly log: WorkspaceLog;
  /** The state as it is now. */
  readonly state: ConversationState;
}

/** The part of Storybook's context that carries the run from `beforeEach` to `render` and `play`. */
interface Carrier {
  readonly loaded: Record<string, unknown>;
}

/**
 * Brings a conversation into the state that a story shows. The run is made anew for each visit, in virtual time and
 * with ids that are the same each time, and is thrown away after it.
 *
 * @example export const OneCall: Story = { beforeEach: given({ turns: [{ calls: [{ toolName: 'delete_file', input: { path: 'a.txt' } }] }] }) };
 */
export function given(script: StoryScript): (context: Carrier) => Promise<() => void> {
  return async ({ loaded }) => {
    const { run, dispose } = createRun(script);
    loaded.run = run;
    await playTo(script, run);
    await script.prepare?.(run);
    return dispose;
  };
}

/** Leaves every call that waits for later. */
export async function leaveAll({ conversation, until }: StoryRun): Promise<void> {
  for (const { call } of conversation.store.getState().pending.flatMap(({ items }) => items))
    await conversation.decide(call.toolCallId, 'defer');
  await until(({ parked }) => parked !== null);
}

/**
 * The run that {@link given} made.
 *
 * @throws Error when the story has no `beforeEach: given(…)`.
 */
export function runOf({ loaded }: Carrier): StoryRun {
  if (loaded.run === undefined)
    throw new Error('This story has no run. Give it one: beforeEach: given({ turns: […] })');
  return loaded.run as StoryRun; // only given() writes it
}

/**
 * Renders with the run of the story, again whenever its state changes, as a component with `useAgentRun` does.
 *
 * @example const meta = { component: ApprovalQueue, render: showRun((run) => <ApprovalQueue run={run} />) };
 */
export function showRun<ARGS>(
  render: (run: UseAgentRunResult, args: ARGS) => ReactElement | null,
): (args: ARGS, context: Carrier) => ReactElement {
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
  const agent = begun === undefined ? made : cutOff(made, begun);
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

/** The agent in a later life of its runs: these calls had begun in the one before. */
function cutOff(agent: Agent, begun: Readonly<Record<string, number>>): Agent {
  const journal: RunJournal = {
    step: (key, work) => {
      const since = begun[/~tool\.(.*)\.1$/.exec(key)?.[1] ?? ''];
      return work(since === undefined ? { isRepeated: false } : { isRepeated: true, since });
    },
  };
  const run: Agent['run'] = (prompt, options) => agent.run(prompt, { ...options, journal });
  return { ...agent, run };
}

/** Tools that are components are rendered; the conversation itself runs only those that are functions. */
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

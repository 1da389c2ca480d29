import { connectInbox, createAgent, createConversation, createGrants, tool, type UseAgentRunResult } from 'countersign';
import * as components from 'countersign/components';
import { createVirtualClock, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ReactElement, useEffect } from 'react';
import { z } from 'zod';
import type { ClientToolProps } from '../../src/hooks/client-tools.js';
import type { JSONValue } from '../../src/protocol/base/json.js';

const {
  AgentChat,
  Approval,
  ApprovalCard,
  ApprovalInbox,
  ApprovalQueue,
  ArmingNote,
  ArmingProvider,
  AsideProvider,
  ClientToolOutlet,
  ContextMeter,
  ConversationList,
  MessageComposer,
  Confirm,
  Elicitation,
  DeceptiveNotice,
  DeceptiveText,
  DecisionLog,
  DecisionTray,
  EventFeed,
  FilePicker,
  FloatingEventFeed,
  GrantsPanel,
  JsonChanges,
  LocationRequest,
  PreviewAside,
  PreviewView,
  RememberMenu,
  RunStatus,
  SchemaField,
  SchemaForm,
  StringsProvider,
  SuggestionList,
  Thread,
  ValueView,
} = components;

const path = z.object({ path: z.string() });

/** Plays a conversation until it is waiting or has ended. Ids and times are the same in every environment. */
async function play(turns: readonly ScriptedTurn[]): Promise<UseAgentRunResult> {
  const clock = createVirtualClock();
  const { environment } = clock;
  const agent = createAgent({
    name: 'workspace',
    model: scriptedModel(turns, environment),
    environment,
    tools: {
      read: tool({ inputSchema: path, execute: () => 'A plan' }),
      remove: tool({
        inputSchema: path,
        requiresApproval: true,
        describe: (input) => ({ title: `Delete ${input.path}`, risk: 'destructive' }),
        execute: () => 'Gone',
      }),
      pick: tool({ inputSchema: z.object({ reason: z.string() }) }),
    },
  });
  const options = { agent, clientTools: {}, expiry: { after: 600_000 } };
  const conversation = createConversation(() => options, environment);
  if (turns.length > 0) conversation.start('Tidy up');
  await clock.settle();
  while (!['idle', 'waiting', 'failed'].includes(conversation.store.getState().status)) await clock.runNext();
  const state = conversation.store.getState();
  // A server knows the initial state of a page, in this case a restored one.
  const store = { ...conversation.store, getInitialState: () => state };
  return {
    ...conversation,
    ...state,
    store,
    clientTools: { pick: { render: () => null } },
    addClientTool: () => () => {},
  };
}

const empty = await play([]);
const waiting = await play([
  {
    text: 'Two things.',
    calls: [
      { toolName: 'read', input: { path: 'plan.md' } },
      { toolName: 'remove', input: { path: 'old.md', token: 'sk-live-hunter2hunter2' } },
      { toolName: 'pick', input: { reason: 'The logo' } },
    ],
  },
]);
const long = await play([
  { calls: ['a', 'b', 'c', 'd'].map((name) => ({ toolName: 'remove', input: { path: `${name}.md` } })) },
]);
const done = await play([{ calls: [{ toolName: 'read', input: { path: 'plan.md' } }] }, 'Read.']);
const [batch] = waiting.pending;
const asked = batch?.items.find(({ kind }) => kind === 'approval');
const external = batch?.items.find(({ kind }) => kind === 'external');
if (batch === undefined || asked === undefined || external === undefined) throw new Error('The run asks for both.');

const never = (): never => {
  throw new Error('Nobody presses anything here.');
};
const asTool = <INPUT, OUTPUT extends JSONValue>(input: INPUT): ClientToolProps<INPUT, OUTPUT> => ({
  call: external.call,
  input,
  submit: never,
  fail: never,
});
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
} as const;
const formValue = { name: 'Ana', count: 1234.5, day: '2030-01-01', tags: ['a'] };
const value = {
  path: '/etc/pаsswd',
  at: '2030-01-01T12:00:00Z',
  size: 1234567,
  list: [1, { on: true }],
  token: 'hunter2',
};
const call = {
  toolName: 'remove',
  toolCallId: 'call-2',
  input: { path: 'old.md' },
  capabilities: ['fs.delete:old.md'],
};
const part = {
  type: 'dynamic-tool',
  toolName: 'remove',
  toolCallId: 'call-2',
  state: 'output-available',
  input: { path: 'old.md' },
  output: { removed: 1 },
} as const;
/** The server of this inbox does not respond immediately. */
const inbox = connectInbox({ url: 'https://agents.example/agents', fetch: () => new Promise(() => {}) });
const grants = createGrants({ generateId: () => 'grant-1', now: () => 1_900_000_000_000 });
await grants.add({
  effect: 'allow',
  remember: { scope: 'tool', for: 'session' },
  call: { ...call, agentPath: ['workspace'], runId: 'run', annotations: {} },
});

/** Every exported component, in each state that renders something different. */
const table: Readonly<Record<string, Readonly<Record<string, ReactElement>>>> = {
  AgentChat: {
    empty: <AgentChat run={empty} title="Workspace" emptyState={<p>Ask.</p>} />,
    waiting: <AgentChat run={waiting} aside={<EventFeed run={waiting} />} />,
    done: <AgentChat run={done} />,
  },
  ApprovalCard: { open: <ApprovalCard run={waiting} item={asked} batch={batch} /> },
  ApprovalInbox: { connecting: <ApprovalInbox inbox={inbox} /> },
  ApprovalQueue: { waiting: <ApprovalQueue run={waiting} />, long: <ApprovalQueue run={long} /> },
  ArmingNote: { ignored: <ArmingNote arming={{ ignored: { id: 1, because: 'moved' } }} /> },
  ArmingProvider: {
    around: (
      <ArmingProvider delay={1000}>
        <ApprovalCard run={waiting} item={asked} batch={batch} />
      </ArmingProvider>
    ),
  },
  AsideProvider: {
    around: (
      <AsideProvider>
        <AgentChat run={waiting} aside={<PreviewAside run={waiting} />} />
      </AsideProvider>
    ),
  },
  ClientToolOutlet: { waiting: <ClientToolOutlet run={waiting} item={external} /> },
  ContextMeter: { done: <ContextMeter run={done} window={1_000_000} price={() => '$0.01'} /> },
  ConversationList: {
    waiting: (
      <ConversationList conversations={[{ id: 'a', run: waiting }]} selected="a" onSelect={never} onStart={never} />
    ),
    kept: (
      <ConversationList
        conversations={[{ id: 'a', title: 'Tidy up', state: 'idle' }]}
        onSelect={never}
        actions={{ rename: never, delete: never, export: never, import: never }}
      />
    ),
  },
  MessageComposer: { empty: <MessageComposer run={empty} />, waiting: <MessageComposer run={waiting} /> },
  Confirm: { open: <Confirm {...asTool({ question: 'Go on?' })} /> },
  Elicitation: {
    form: <Elicitation {...asTool({ message: 'Who?', schema: { properties: { name: { type: 'string' } } } })} />,
    page: <Elicitation {...asTool({ mode: 'url', message: 'Pay', url: 'https://pay.example/1' })} />,
  },
  DeceptiveNotice: { found: <DeceptiveNotice value={value} /> },
  DeceptiveText: { found: <DeceptiveText text={value.path} /> },
  DecisionLog: { reading: <DecisionLog source={waiting} />, empty: <DecisionLog source={[]} /> },
  DecisionTray: { waiting: <DecisionTray sources={waiting} /> },
  EventFeed: { waiting: <EventFeed run={waiting} />, done: <EventFeed run={done} /> },
  FilePicker: { open: <FilePicker {...asTool({})} /> },
  FloatingEventFeed: { closed: <FloatingEventFeed run={done} /> },
  GrantsPanel: { empty: <GrantsPanel grants={waiting.grants} />, filled: <GrantsPanel grants={grants} /> },
  JsonChanges: { changed: <JsonChanges before={formValue} after={{ ...formValue, name: 'Bo' }} /> },
  LocationRequest: { open: <LocationRequest {...asTool({ reason: 'The weather' })} /> },
  PreviewAside: {
    closed: (
      <AsideProvider>
        <ApprovalCard run={waiting} item={asked} batch={batch} />
        <PreviewAside run={waiting} />
      </AsideProvider>
    ),
  },
  PreviewView: {
    diff: (
      <PreviewView
        state={{ status: 'ready', preview: { type: 'diff', before: 'a\nb', after: 'a\nc', path: 'a.md' } }}
      />
    ),
    table: (
      <PreviewView
        state={{ status: 'ready', preview: { type: 'table', columns: ['size'], rows: [[1234567.5], [null]] } }}
      />
    ),
    image: (
      <PreviewView state={{ status: 'ready', preview: { type: 'image', url: 'https://a.example/a.png', alt: 'A' } }} />
    ),
    failed: <PreviewView state={{ status: 'failed', message: 'No such file.' }} />,
  },
  RememberMenu: { once: <RememberMenu call={call} /> },
  RunStatus: { waiting: <RunStatus run={waiting} />, done: <RunStatus run={done} /> },
  SchemaField: {
    alone: (
      <SchemaForm schema={schema} value={formValue} onChange={never}>
        <SchemaField path={['name']} />
      </SchemaForm>
    ),
  },
  SchemaForm: {
    all: <SchemaForm schema={schema} value={formValue} onChange={never} original={{ ...formValue, count: 1 }} />,
  },
  StringsProvider: {
    english: (
      <StringsProvider locale="en">
        <ApprovalQueue run={waiting} />
      </StringsProvider>
    ),
    record: (
      <StringsProvider locale="en">
        <Approval.Root part={part}>
          <Approval.Record />
        </Approval.Root>
      </StringsProvider>
    ),
  },
  SuggestionList: { empty: <SuggestionList run={empty} suggestions={['What can you do?']} /> },
  Thread: { waiting: <Thread run={waiting} />, done: <Thread run={done} /> },
  ValueView: { open: <ValueView value={value} /> },
};

const assemblies: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries(table).flatMap(([name, states]) =>
    Object.entries(states).map(([state, element]) => [`${name}, ${state}`, element] as const),
  ),
);

/** The names, such as `AgentChat, waiting`. */
export const assemblyNames: readonly string[] = [...assemblies.keys()];

/** The components in the table. */
export const assembled: readonly string[] = Object.keys(table);

/** The components that the package exports: functions and `forwardRef` components, without namespaces of parts. */
export const exportedComponents: readonly string[] = Object.entries(components)
  .filter(([name, it]) => /^[A-Z][a-z]/.test(name) && (typeof it === 'function' || '$$typeof' in it))
  .map(([name]) => name)
  .filter((name) => !name.endsWith('Error'));

export interface AssemblyProps {
  readonly name: string;
  /** Called after React has hydrated it. */
  readonly onCommit: () => void;
}

/** Renders one of the assemblies by name. */
export function Assembly({ name, onCommit }: AssemblyProps): ReactElement {
  useEffect(onCommit, [onCommit]);
  return <div className="assembly">{assemblies.get(name)}</div>;
}

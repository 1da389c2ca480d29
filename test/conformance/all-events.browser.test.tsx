import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { EventFeed, parseRunEvents } from 'countersign/components';
import {
  allEvents,
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  type RunEvent,
  tool,
} from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { wearStyles } from '../setup/wear-styles.js';
import { call, inputSchema, namesOf, say, textsOf, until } from './persistence-support.js';

wearStyles();

const open: (() => void)[] = [];
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  for (const close of open.splice(0)) close();
});

let count = 0;

/** Pages of one conversation, which keeps what happens. */
function setUp(turns: readonly ScriptedTurn[]) {
  const name = `all-${Date.now()}-${count++}`;
  const page = (options: Partial<ConversationOptions> = {}): Conversation => {
    const tools = {
      look: tool({ inputSchema, execute: ({ path }) => `${path} is there` }),
      ask: tool({ inputSchema, requiresApproval: true, execute: () => 'done' }),
    };
    const agent = createAgent({ model: scriptedModel(turns), tools });
    const conversation = createConversation(() => ({
      agent,
      storage: indexedDbStorage({ name }),
      runKey: 'talk',
      ...options,
    }));
    open.push(conversation.dispose);
    return conversation;
  };
  return { page, storage: (): RunStorage => indexedDbStorage({ name }) };
}

async function gather(parts: AsyncIterable<readonly RunEvent[]>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}

/** A hundred turns: more than a page holds that opens them. */
const many = 100;
const secret = 'hunter2-of-the-last-turn';
const turns: readonly ScriptedTurn[] = [
  { text: `Somebody said ${secret}.`, calls: [call('look', 'c0')] },
  'Yes.',
  ...Array.from({ length: many - 2 }, (_, i) => [{ calls: [call('look', `c${i + 1}`)] }, 'Yes.']).flat(),
  { calls: [{ toolName: 'look', toolCallId: 'last', input: { path: 'x', password: secret } }] },
  'All of them.',
];

type LongTalk = Pick<ReturnType<typeof setUp>, 'page' | 'storage'> & { readonly heard: readonly RunEvent[] };

let made: Promise<LongTalk> | undefined;

function longTalk(): Promise<LongTalk> {
  made ??= makeLongTalk();
  return made;
}

/** A conversation of so many turns in a page that is gone, and all that it told. Nobody goes on with it. */
async function makeLongTalk(): Promise<LongTalk> {
  const heard: RunEvent[] = [];
  const { page, storage } = setUp(turns);
  const first = page({ onEvent: (event) => void heard.push(event) });
  for (let i = 0; i < many; i++) await say(first, `Is c${i} there?`);
  first.dispose();
  return { page, storage, heard };
}

/** What is saved as a file from now on. */
function savedFiles(): readonly Blob[] {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  return files;
}

async function press(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }));
}

it('C199 saves all stored events as a file, and holds no more in memory than before', async () => {
  const { page, heard } = await longTalk();
  const files = savedFiles();
  const second = page();
  const { events } = await until(second, ({ place }) => place === 'here');
  render(<EventFeed run={second} />);

  await press('Export');
  await press('Download everything');
  await waitFor(() => expect(files).toHaveLength(1));
  await press('Export');
  await press('Download, redacted');
  await waitFor(() => expect(files).toHaveLength(2));

  const [everything = '', redacted = ''] = await Promise.all(files.map((file) => file.text()));
  const saved = parseRunEvents(everything);
  expect(saved.length).toBeGreaterThan(events.length);
  expect(namesOf(saved)).toEqual(namesOf(heard));
  expect(textsOf(saved)).toBe(textsOf(heard));
  // The first part says what only the last one tells to be a secret.
  expect(everything).toContain(`Somebody said ${secret}`);
  expect(redacted).not.toContain(secret);
  expect(namesOf(parseRunEvents(redacted))).toEqual(namesOf(heard));
  expect(second.store.getState().events).toBe(events);
});

it('C199 reports that nothing was saved if the stored events cannot be read', async () => {
  const { page, storage } = await longTalk();
  const files = savedFiles();
  const own = storage();
  let isLost = false;
  const readLog: RunStorage['readLog'] = (...given) =>
    isLost ? Promise.reject(new Error('The disk is gone.')) : (own.readLog?.(...given) ?? Promise.reject(new Error()));
  const broken: RunStorage = { ...own, readLog };
  const second = page({ storage: broken });
  await until(second, ({ place }) => place === 'here');
  isLost = true;
  render(<EventFeed run={second} />);

  await press('Export');
  await press('Download everything');

  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was saved: The disk is gone.');
  expect(files).toEqual([]);
  await press('Export');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('C199 returns all events, also in a following page, while the run continues and few events are in memory', async () => {
  const heard: RunEvent[] = [];
  const { page } = setUp([...turns.slice(0, 6), { text: 'May I?', calls: [call('ask', 'a')] }]);
  const first = page({ maxEvents: 10, onEvent: (event) => void heard.push(event) });
  for (let i = 0; i < 3; i++) await say(first, `Is c${i} there?`);
  first.start('Do it');
  const isAsked = ({ events }: ConversationState): boolean => events.at(-1)?.type === 'approval-requested';
  await until(first, isAsked);
  const second = page();
  await until(second, (state) => state.place === 'elsewhere' && isAsked(state));

  const [here, there] = await Promise.all([gather(allEvents(first)), gather(allEvents(second))]);

  expect(first.store.getState().events.length).toBeLessThanOrEqual(10);
  expect(namesOf(here)).toEqual(namesOf(heard));
  expect(textsOf(here)).toBe(textsOf(heard));
  expect(there).toEqual(here);
});

it('C199 returns the events in memory if nothing is stored', async () => {
  const only = createConversation(() => ({ agent: createAgent({ model: scriptedModel(['Hello.']) }) }));
  open.push(only.dispose);
  await say(only, 'Hi');

  const all = allEvents(only);

  expect(await gather(all)).toEqual([...only.store.getState().events]);
  expect(await gather(all)).toEqual(await gather(all));
});

it('C199 searches all stored events, and shows more only up to the match', async () => {
  const { page } = await longTalk();
  const second = page();
  const { events } = await until(second, ({ place }) => place === 'here');
  render(<EventFeed run={second} />);
  await press('Filter');
  const search = screen.getByRole('searchbox');

  await userEvent.type(search, 'nothing of the kind');
  await screen.findByText('No line matches');
  await waitFor(() => expect(screen.queryByText('There are earlier events')).toBeNull());
  expect(second.store.getState().events).toBe(events);

  await userEvent.clear(search);
  await screen.findByText('There are earlier events');
  expect(second.store.getState().events).toBe(events);
  await userEvent.type(search, 'Somebody said');
  await waitFor(() =>
    expect(within(screen.getByRole('treegrid')).getAllByText(/Somebody said/).length).toBeGreaterThan(0),
  );
  expect(second.store.getState().events.length).toBeGreaterThan(events.length);
});

it('C199 parses its own file if a text ends after other events', async () => {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  let isFirst = true;
  // As gateways of the kind of OpenAI's do: they end a text when all is over.
  const doStream = async () => {
    const input = JSON.stringify({ path: 'a' });
    const calls = isFirst
      ? [
          { type: 'tool-input-start', id: 'a', toolName: 'look' },
          { type: 'tool-input-delta', id: 'a', delta: input },
          { type: 'tool-input-end', id: 'a' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input },
        ]
      : [];
    const reason = isFirst ? 'tool-calls' : 'stop';
    isFirst = false;
    const parts = [
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'I ' },
      { type: 'text-delta', id: 't', delta: 'look.' },
      ...calls,
      { type: 'text-end', id: 't' },
      { type: 'finish', finishReason: { unified: reason, raw: '' }, usage },
    ];
    const start = (controller: ReadableStreamDefaultController<unknown>): void => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    };
    return { stream: new ReadableStream({ start }) };
  };
  const { page } = setUp([]);
  const tools = { look: tool({ inputSchema, execute: () => 'there' }) };
  const agent = createAgent({ model: { ...scriptedModel([]), doStream } as ReturnType<typeof scriptedModel>, tools });
  const first = page({ agent });
  await say(first, 'Is a there?');
  first.dispose();
  const files = savedFiles();
  const second = page();
  const { events } = await until(second, ({ place }) => place === 'here');
  render(<EventFeed run={second} />);

  await press('Export');
  await press('Download everything');
  await waitFor(() => expect(files).toHaveLength(1));

  expect(parseRunEvents((await files[0]?.text()) ?? '')).toEqual([...events]);
  expect(textsOf(events)).toBe('I look.I look.');
});

import { type Conversation, createAgent, createConversation, type ToolMap, tool } from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stepKind } from '../support/step-keys.js';
import { call, inputSchema, until } from './persistence-support.js';

const open: (() => void)[] = [];
/** What was written, in the order in which it was begun. Events are told to a log now and then, whatever goes on. */
const writes: string[] = [];

beforeEach(() => {
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const begun = transaction.apply(this, args);
    const names = [...begun.objectStoreNames];
    const what = names.includes('contents') ? 'conversation' : names.includes('marks') ? 'steps and mark' : 'steps';
    if (begun.mode === 'readwrite' && !names.includes('events')) writes.push(`${what}, ${begun.durability}`);
    return begun;
  });
});
afterEach(() => {
  for (const close of open.splice(0)) close();
  vi.restoreAllMocks();
});

let count = 0;

/** A page that waits for people, with nothing left to be kept. */
async function waiting(turns: readonly ScriptedTurn[], tools: ToolMap) {
  const storage = indexedDbStorage({ name: `yes-${Date.now()}-${count++}` });
  const agent = createAgent({ model: scriptedModel(turns), tools });
  const page = createConversation(() => ({ agent, storage, runKey: 'talk' }));
  open.push(page.dispose);
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  await expect.poll(async () => (await storage.load('talk')) ?? {}).toMatchObject({ status: 'waiting' });
  writes.length = 0;
  return { page, storage, runId: pending[0]?.runId ?? '' };
}

const keptChoices = async (storage: RunStorage): Promise<readonly string[]> => {
  const kept = await storage.load('talk');
  return kept !== undefined && 'v' in kept ? Object.keys(kept.choices) : [];
};

const stepsOf = async (storage: RunStorage, runId: string): Promise<readonly string[]> =>
  (await storage.journal(runId).steps()).map(({ key }) => (key.startsWith('scheme:') ? 'scheme' : stepKind(key)));

const ended = (page: Conversation) => until(page, ({ outcome }) => outcome !== null);

it('C201 starts an approved call after its answers and its mark are persisted, and stores the conversation after that', async () => {
  const before: string[] = [];
  const ask = tool({ inputSchema, requiresApproval: true, execute: () => void before.push(...writes) });
  const { page, storage, runId } = await waiting([{ calls: [call('ask', 'a')] }, 'Done.'], { ask });

  await page.decide('a', true);
  await ended(page);

  expect(before).toEqual(['steps and mark, strict']);
  await expect.poll(() => writes).toContain('conversation, relaxed');
  await expect.poll(async () => await storage.load('talk')).toMatchObject({ status: 'idle', lastEnd: null });
  expect(await stepsOf(storage, runId)).toEqual([
    'scheme',
    'model',
    'plan',
    'asked',
    'answers',
    'plan',
    'tool',
    'model',
  ]);
});

it('C201 stores the answers with the conversation if the run does not get to persist them', async () => {
  const hangs: (() => Promise<void> | void)[] = [() => {}, () => new Promise(() => {})];
  const argsValidator = (_: unknown, ctx: { readonly toolCallApproved: boolean }) =>
    ctx.toolCallApproved ? hangs.shift()?.() : undefined;
  const ask = tool({ inputSchema, requiresApproval: true, argsValidator, execute: () => {} });
  const { page, storage } = await waiting([{ calls: [call('ask', 'a')] }, 'Done.'], { ask });

  await page.decide('a', { kind: 'tool-approved', overrideArgs: { path: 'edited' } });

  await expect.poll(async () => await keptChoices(storage)).toHaveLength(1);
  expect(hangs).toEqual([]); // it is being checked once more
});

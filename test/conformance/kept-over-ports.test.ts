import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { overPort } from '../agent/port/support.js';
import { call, inputSchema, until } from './kept-support.js';

it('C198 keeps what people chose and began for the page that goes on with the run', async () => {
  const storage = memoryStorage();
  const done: string[] = [];
  const pages: Conversation[] = [];
  onTestFinished(() => {
    for (const page of pages) page.dispose();
  });
  const open = (turns: readonly ScriptedTurn[]) => {
    const execute = ({ path }: { readonly path: string }) => void done.push(path);
    const tools = { ask: tool({ inputSchema, requiresApproval: true, execute }) };
    const { agent } = overPort(createAgent({ model: scriptedModel(turns), tools }));
    const page = createConversation(() => ({ agent, storage, runKey: 'talk', expiry: { after: 3_600_000 } }));
    pages.push(page);
    return { agent, page };
  };
  const { agent, page } = open([{ calls: [call('ask', 'a'), call('ask', 'b')] }]);
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  const [a, b] = pending[0]?.items ?? [];
  await page.decide('a', true);
  page.extend(b?.id ?? '', 8e12);
  page.saveDraft(b?.id ?? '', { mode: 'deny', reason: 'Not tod' });

  agent.disconnect();

  await until(page, ({ outcome }) => outcome !== null);
  await vi.waitFor(async () =>
    expect(await storage.load('talk')).toMatchObject({
      status: 'failed',
      choices: { [a?.id ?? '']: {} },
      deadlines: { [b?.id ?? '']: 8e12 },
      drafts: { b: { reason: 'Not tod' } },
      active: {},
    }),
  );
  page.dispose();
  const next = open(['Done.']).page;
  const back = await until(next, (state) => state.pending[0]?.items[0]?.state.status === 'decided');
  expect(back.pending[0]?.items[1]?.expiresAt).toBe(8e12);
  expect(Object.values(back.drafts)).toMatchObject([{ reason: 'Not tod' }]);
  await next.decide('b', false);
  await until(next, ({ outcome }) => outcome?.type === 'completed');
  expect(done).toEqual(['a']);
});

it('C198 says something else than a run that could go on, and nothing of that comes back', async () => {
  const storage = memoryStorage();
  const ask = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
  const turn = { calls: [call('ask', 'a')] };
  const serve = () => overPort(createAgent({ model: scriptedModel([turn, turn]), tools: { ask } })).agent;
  let agent = serve();
  const page = createConversation(() => ({ agent, storage, runKey: 'talk' }));
  onTestFinished(page.dispose);
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  page.saveDraft(pending[0]?.items[0]?.id ?? '', { mode: 'deny', reason: 'Not tod' });
  agent.disconnect();
  await until(page, ({ status }) => status === 'failed');

  agent = serve();
  page.start('Something else');

  const next = await until(page, (state) => state.pending.length === 1);
  expect(next.drafts).toEqual({});
});

import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { overPort } from '../remote/port/support.js';
import { call, inputSchema, until } from './persistence-support.js';

it('C198 persists choices and drafts for the page that continues the run', async () => {
  const storage = memoryStorage();
  const done: string[] = [];
  const execute = ({ path }: { readonly path: string }) => void done.push(path);
  const tools = { ask: tool({ inputSchema, requiresApproval: true, execute }) };
  const model = scriptedModel([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const served = createAgent({ model, tools, expiry: { after: 3_600_000 } });
  const open = (): { readonly agent: ReturnType<typeof overPort>['agent']; readonly page: Conversation } => {
    const { agent } = overPort(served);
    const page = createConversation(() => ({ agent, storage, runKey: 'talk' }));
    onTestFinished(page.dispose);
    return { agent, page };
  };
  const { agent, page } = open();
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  const [a, b] = pending[0]?.items ?? [];
  await page.decide('a', true);
  page.saveDraft(b?.id ?? '', { mode: 'deny', reason: 'Not tod' });

  agent.disconnect();

  await until(page, ({ outcome }) => outcome !== null);
  await vi.waitFor(async () =>
    expect(await storage.load('talk')).toMatchObject({
      status: 'failed',
      choices: { [a?.id ?? '']: {} },
      drafts: { b: { reason: 'Not tod' } },
      active: {},
    }),
  );
  page.dispose();
  const next = open().page;
  const back = await until(next, (state) => state.pending[0]?.items[0]?.state.status === 'decided');
  expect(Object.values(back.drafts)).toMatchObject([{ reason: 'Not tod' }]);
  await next.decide('b', false);
  await until(next, ({ outcome }) => outcome?.type === 'completed');
  expect(done).toEqual(['a']);
});

it('C198 starts another run if the last one cannot continue, and restores nothing of the last one', async () => {
  const storage = memoryStorage();
  const ask = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
  const turn = { calls: [call('ask', 'a')] };
  const served = createAgent({ model: scriptedModel([turn, turn]), tools: { ask } });
  let { agent } = overPort(served);
  const page = createConversation(() => ({ agent, storage, runKey: 'talk' }));
  onTestFinished(page.dispose);
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  page.saveDraft(pending[0]?.items[0]?.id ?? '', { mode: 'deny', reason: 'Not tod' });
  agent.disconnect();
  await until(page, ({ status }) => status === 'failed');

  ({ agent } = overPort(served));
  page.start('Something else');

  const next = await until(page, (state) => state.pending.length === 1);
  expect(next.drafts).toEqual({});
});

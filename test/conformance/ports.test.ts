import {
  type Agent,
  agentTool,
  connectAgent,
  createAgent,
  createConversation,
  createGrants,
  createPolicy,
  type DeferredToolHandler,
  ModelError,
  type Policy,
  type RunEvent,
  type RunOptions,
  tool,
  UserError,
} from 'countersign/core';
import { serveAgent } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openChannel, overPort } from '../agent/port/support.js';
import { scriptedAgent } from './support.js';

const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] };

async function eventsOf(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** A conversation with an agent behind a port, once it asks. */
async function asking(agent: Agent, more: object = {}) {
  const conversation = createConversation(() => ({ agent, ...more }));
  onTestFinished(conversation.dispose);
  conversation.start('go');
  await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));
  const [item] = conversation.store.getState().pending[0]?.items ?? [];
  return { conversation, store: conversation.store, item, id: item?.call.toolCallId ?? '' };
}

describe('an agent behind a port', () => {
  it('C197 emits the events of one in the page in the same order, to any number of readers', async () => {
    const turns = [{ text: 'I will delete it.', ...remove }, 'Deleted.'];
    const options: RunOptions = {
      conversationId: 'c',
      runId: 'r',
      deferredToolHandler: (requests) => ({ ...noResults, approvals: yesToAll(requests) }),
    };
    const near = scriptedAgent(turns).agent.run('go', options);

    const far = overPort(scriptedAgent(turns).agent).agent.run('go', options);
    const [first, second] = await Promise.all([eventsOf(far), eventsOf(far)]);

    const here = await eventsOf(near);
    console.log(first.map((e) => JSON.stringify(e)).join('\n'));
    console.log(here.map((e) => JSON.stringify(e)).join('\n'));
    expect(first.map(({ type }) => type)).toEqual(here.map(({ type }) => type));
    expect(second).toEqual(first);
    expect(await far.outcome).toMatchObject({ type: 'completed', output: 'Deleted.', conversationId: 'c' });
    expect((await far.outcome).messages).toEqual((await near.outcome).messages);
    expect((await far.outcome).newMessages).toHaveLength(4);
  });

  it('C197 gives cards all that they need, and checks edits where the schema is', async () => {
    const execute = vi.fn(() => 'written');
    const write = tool({
      inputSchema: z.object({ path: z.string(), mode: z.string().default('w') }),
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Write ${path}`, risk: 'high' }),
      capabilities: ({ path }) => [`fs.write:/${path}`],
      preview: ({ path }) => ({ type: 'text', text: `new ${path}` }),
      execute,
    });
    const model = scriptedModel([{ calls: [{ toolName: 'write', input: { path: 'a.txt' } }] }, 'Done.']);
    const { conversation, store, item, id } = await asking(overPort(createAgent({ model, tools: { write } })).agent);
    const form = conversation.formOf(item?.id ?? '');

    expect(item?.call).toMatchObject({ title: 'Write a.txt', risk: 'high', capabilities: ['fs.write:/a.txt'] });
    expect(item?.call.willRunAs).toEqual({ path: 'a.txt', mode: 'w' });
    expect(Object.isFrozen(item?.call.input)).toBe(true);
    expect(await form?.schema()).toMatchObject({ properties: { path: { type: 'string' } } });
    expect(await form?.check({ path: 1 })).toMatchObject([{ path: ['path'] }]);
    await vi.waitFor(() =>
      expect(store.getState().pending[0]?.items[0]?.preview).toEqual({
        status: 'ready',
        preview: { type: 'text', text: 'new a.txt' },
      }),
    );
    const decide = async (path: unknown) =>
      await conversation.decide(id, { kind: 'tool-approved', overrideArgs: { path } as never });
    expect(await decide(1)).toMatchObject({ status: 'invalid' });
    expect(await decide('b.txt')).toEqual({ status: 'accepted' });
    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));
    expect(execute).toHaveBeenCalledExactlyOnceWith({ path: 'b.txt', mode: 'w' }, expect.anything());
  });
});

const noResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };

function yesToAll({ approvals }: { readonly approvals: readonly { readonly toolCallId: string }[] }) {
  return Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' as const }]));
}

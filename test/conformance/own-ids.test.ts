import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Agent, createAgent, isDeferred, storeRun, tool, toolApproved } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { finish, partsModel, type Turn } from '../agent/model/support.js';
import { providers, toEventStream } from '../support/provider-answers.js';
import { converse, eventsOf, ofType, until } from './support.js';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/** Ids that say something to the server that made them. */
const meaningful: Readonly<Record<string, string>> = {
  'LiteLLM, a thought signature': `call_8f2__thought__${Buffer.from('signature '.repeat(40)).toString('base64')}+/=`,
  'Kimi, the name and the number of the call': 'functions.deleteFile:0',
  'hosted, longer than others take': `fc_${'0123456789abcdef'.repeat(8)}`,
};
const packages = ['openai-compatible', 'openai chat', 'deepseek', 'anthropic', 'openai responses'];
const cases = packages.flatMap((name) => Object.entries(meaningful).map(([what, id]) => [name, what, id] as const));

const deleteFile = tool({
  inputSchema: z.object({ path: z.string() }),
  requiresApproval: true,
  execute: ({ path }) => ({ deleted: path }),
});

/** An agent over a provider's package, whose server answers with these lines in turn. */
function agentOver(name: string, turns: readonly (readonly (object | string)[])[]) {
  const provider = providers[name];
  if (provider === undefined) throw new Error(`No provider ${name}.`);
  const bodies: string[] = [];
  const model = provider.model({
    baseURL: 'https://provider.test/v1',
    fetch: async (_, init) => {
      const lines = turns[bodies.length] ?? provider.says('Done.');
      bodies.push(String(init?.body));
      return new Response(toEventStream(lines), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const agent: Agent = createAgent({ model, tools: { deleteFile } });
  const calls = (id: string) => provider.calls(id, 'deleteFile', { path: 'a' });
  return { agent, bodies, calls };
}

function countIn(body: string | undefined, id: string): number {
  return (body ?? '').split(JSON.stringify(id)).length - 1;
}

describe('an id that means something to its provider', () => {
  it.each(cases)('C109 is sent back in the call and its result: %s, %s', async (name, _, id) => {
    const { calls } = agentOver(name, []);
    const { agent, bodies } = agentOver(name, [calls(id)]);
    const conversation = converse(agent);
    conversation.start('go');
    const { pending } = await until(conversation, (state) => state.pending.length > 0);
    const ours = pending[0]?.items[0]?.call.toolCallId ?? '';

    await conversation.decide(ours, true);
    const { outcome, messages } = await until(conversation, (state) => state.outcome !== null);

    expect(outcome?.type).toBe('completed');
    expect(ours).toMatch(wellFormed);
    expect(countIn(bodies[1], id)).toBe(2);
    expect(countIn(bodies[1], ours)).toBe(0);
    expect(bodies[1]).not.toContain('countersign');
    const later = agentOver(name, []);
    const restored = converse(later.agent, { initialMessages: structuredClone([...messages]) });
    restored.start('more');
    await until(restored, (state) => state.outcome !== null);
    expect(countIn(later.bodies[0], id)).toBe(2);
  });

  it.each(cases)('C109 is sent back when the call was parked and stored: %s, %s', async (name, _, id) => {
    const { calls } = agentOver(name, []);
    const parked = await agentOver(name, [calls(id)]).agent.run('go').outcome;
    const stored = JSON.parse(JSON.stringify(storeRun(parked)));
    const ours = isDeferred(parked) ? (parked.requests.approvals[0]?.toolCallId ?? '') : '';

    const { agent, bodies } = agentOver(name, []);
    const outcome = await agent.run(undefined, {
      resumeFrom: stored,
      deferredToolResults: { approvals: { [ours]: toolApproved() }, calls: {}, metadata: {}, defer: [] },
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect(ours).toMatch(wellFormed);
    expect(countIn(bodies[0], id)).toBe(2);
  });
});

const odd = 'functions.look:0';
const look = (toolCallId: string, more: object = {}): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look',
  input: '{}',
  ...more,
});
const says: readonly LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'x' },
  { type: 'text-end', id: '0' },
  finish(),
];

/** A run over parts, and the ids in its last prompt: calls, then results. */
async function run(turns: readonly Turn[]) {
  const model = partsModel(turns);
  const agent = createAgent({
    model,
    tools: { look: tool({ inputSchema: z.object({}), execute: () => 'seen' }) },
    environment: {
      setTimeout: (callback) => {
        queueMicrotask(callback);
        return () => {};
      },
    },
  });
  const events = await eventsOf(agent.run('go'));
  const parts = (model.requests.at(-1)?.prompt ?? []).flatMap(({ content }) =>
    typeof content === 'string' ? [] : [...content],
  );
  const idsOf = (type: string): readonly string[] =>
    parts.flatMap((part) => (part.type === type && 'toolCallId' in part ? [part.toolCallId] : []));
  return { events, calls: idsOf('tool-call'), results: idsOf('tool-result') };
}

describe('the ids of calls', () => {
  it('C109 of a provider stay its own if it runs the calls, also when it ends them later', async () => {
    const long = 'srv_'.repeat(40);
    const call = look(long, { toolName: 'web', providerExecuted: true });
    const result: LanguageModelV4StreamPart = { type: 'tool-result', toolCallId: long, toolName: 'web', result: 1 };

    const { events, calls, results } = await run([
      [call, look('b'), finish('tool-calls')],
      [result, look('c'), finish('tool-calls')],
      says,
    ]);

    const [hosted] = ofType(events, 'tool-call');
    expect(hosted?.toolCallId).toMatch(wellFormed);
    expect(ofType(events, 'tool-end').map(({ toolCallId }) => toolCallId)).toContain(hosted?.toolCallId);
    expect(calls).toEqual([long, 'b', 'c']);
    expect(results).toEqual(['b', long, 'c']);
  });

  it('C22 C109 are unique at the provider, too: a repeated one is replaced by ours', async () => {
    const { calls, results } = await run([
      [look(odd), look(odd), finish('tool-calls')],
      [look(odd), finish('tool-calls')],
      says,
    ]);

    expect(calls[0]).toBe(odd);
    expect(new Set(calls).size).toBe(3);
    expect(calls.slice(1).every((id) => wellFormed.test(id))).toBe(true);
    expect(results).toEqual(calls);
  });

  it('C109 of an interrupted response can be used again', async () => {
    const { calls, results } = await run([
      [look(odd), look('same')],
      [look(odd), look('same'), finish('tool-calls')],
      says,
    ]);

    expect(calls).toEqual([odd, 'same']);
    expect(results).toEqual(calls);
  });

  it('C109 are not sent to another provider, which might reject them', async () => {
    const first = partsModel([[look(odd), finish('tool-calls')], says]);
    const tools = { look: tool({ inputSchema: z.object({}), execute: () => 'seen' }) };
    const before = await createAgent({ model: first, tools }).run('go').outcome;
    const other = { ...partsModel([says]), provider: 'other.chat' };

    await createAgent({ model: other, tools }).run('more', { messages: before.messages }).outcome;

    expect(JSON.stringify(first.requests[1]?.prompt)).toContain(odd);
    expect(JSON.stringify(other.requests[0]?.prompt)).not.toContain(odd);
    expect(JSON.stringify(other.requests[0]?.prompt)).not.toContain('countersign');
  });
});

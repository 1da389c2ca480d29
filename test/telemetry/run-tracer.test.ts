import { ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { agentTool, createAgent, type RunEvent, tool, toolApproved, toolDenied } from 'countersign/core';
import { createRunTracer, type RunTracerOptions } from 'countersign/telemetry';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const secret = 'hunter2';
const path = z.object({ path: z.string() });

/** The exported spans. */
function createTracer(options: Omit<RunTracerOptions, 'tracer'> = {}) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const trace = createRunTracer({ parent: () => ROOT_CONTEXT, ...options, tracer: provider.getTracer('test') });
  const spans = () => exporter.getFinishedSpans();
  /** Returns each span with its parent. */
  const tree = (): readonly string[] => {
    const nameOf = (id: string | undefined) => spans().find((one) => one.spanContext().spanId === id)?.name ?? '-';
    return spans().map(({ name, parentSpanContext }) => `${nameOf(parentSpanContext?.spanId)} > ${name}`);
  };
  const find = (name: string) => spans().find((one) => one.name === name);
  return { trace, spans, tree, find };
}

function filesAgent(turns: readonly ScriptedTurn[], name = 'files') {
  return createAgent({
    name,
    model: scriptedModel(turns),
    tools: {
      read: tool({ inputSchema: path, execute: () => secret }),
      remove: tool({ inputSchema: path, requiresApproval: true, execute: () => Promise.reject(new Error(secret)) }),
    },
  });
}

const turns: readonly ScriptedTurn[] = [
  {
    text: secret,
    calls: [
      { toolName: 'read', input: { path: secret } },
      { toolName: 'remove', input: { path: secret } },
      { toolName: 'remove', input: { path: 'b' } },
    ],
  },
  'Done.',
];

async function eventsOf(agent: ReturnType<typeof filesAgent>): Promise<readonly RunEvent[]> {
  const run = agent.run(`Tidy up, ${secret}`, {
    deferredToolHandler: ({ approvals }) => {
      const [first, second] = approvals.map(({ toolCallId }) => toolCallId);
      return {
        approvals: { [first ?? '']: toolApproved(), [second ?? '']: toolDenied('Keep it.') },
        calls: {},
        metadata: {},
        defer: [],
      };
    },
  });
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe('spans of runs', () => {
  it('C274 are one per run, request, call and wait, made of events only, without contents', async () => {
    const { trace, spans, tree, find } = createTracer({ model: { provider: 'openai.responses', modelId: 'gpt' } });
    const events = await eventsOf(filesAgent(turns));

    for (const event of events) trace(event);

    expect([...tree()].sort()).toEqual([
      '- > invoke_agent files',
      'invoke_agent files > await_people',
      'invoke_agent files > chat gpt',
      'invoke_agent files > chat gpt',
      'invoke_agent files > execute_tool read',
      'invoke_agent files > execute_tool remove',
      'invoke_agent files > execute_tool remove',
    ]);
    const run = find('invoke_agent files');
    expect(run?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'files',
      'gen_ai.usage.output_tokens': expect.any(Number),
      'countersign.outcome': 'completed',
    });
    expect(find('chat gpt')?.attributes).toMatchObject({
      'gen_ai.provider.name': 'openai',
      'gen_ai.response.finish_reasons': ['tool-calls'],
    });
    const removed = spans().filter(({ name }) => name === 'execute_tool remove');
    const ends = removed.map(({ attributes, status }) => [attributes['countersign.call.end'], status.code]);
    expect(ends.sort()).toEqual([
      ['denied', SpanStatusCode.UNSET],
      ['failed', SpanStatusCode.ERROR],
    ]);
    const answers = find('await_people')?.events.map(({ attributes }) => attributes?.['countersign.answer']);
    expect(answers).toEqual(['tool-approved', 'tool-denied']);
    const said = spans().map(({ name, attributes, events: moments, status }) => [name, attributes, moments, status]);
    expect(JSON.stringify(said)).not.toContain(secret);
    const end = events.at(-1)?.at ?? 0;
    expect(run?.endTime).toEqual([Math.floor(end / 1000), (end % 1000) * 1e6]);
  });

  it('C274 contain messages, inputs and results on request', async () => {
    const { trace, find } = createTracer({ contents: 'all' });

    for (const event of await eventsOf(filesAgent(turns))) trace(event);

    const read = find('execute_tool read')?.attributes ?? {};
    expect(read['gen_ai.tool.call.arguments']).toBe(`{"path":"${secret}"}`);
    expect(read['gen_ai.tool.call.result']).toBe(`"${secret}"`);
    const asked = JSON.parse(String(find('invoke_agent files')?.attributes['gen_ai.input.messages']));
    expect(asked).toEqual([{ role: 'user', parts: [{ type: 'text', content: `Tidy up, ${secret}` }] }]);
    const [said] = JSON.parse(String(find('chat')?.attributes['gen_ai.output.messages']));
    expect(said.parts.map(({ type }: { type: string }) => type)).toEqual([
      'text',
      'tool_call',
      'tool_call',
      'tool_call',
    ]);
  });

  it('C274 are children of their agent’s call, and end with the activation or the run', async () => {
    const { trace, tree, find } = createTracer();
    const inner = filesAgent([{ calls: [{ toolName: 'read', input: { path: 'a' } }] }, 'Read.'], 'reader');
    const outer = createAgent({
      name: 'lead',
      model: scriptedModel([{ calls: [{ toolName: 'reader', input: { path: 'a' } }] }, 'Done.']),
      tools: { reader: agentTool(inner, { description: 'Reads', inputSchema: path, prompt: () => 'Read it' }) },
    });
    const events: RunEvent[] = [];
    for await (const event of outer.run('Go')) events.push(event);
    const cut = events.findIndex(({ type, agentPath }) => type === 'tool-start' && agentPath.length === 2) + 1;

    for (const event of [...events.slice(0, cut), ...events]) trace(event);

    const inside = ['invoke_agent reader > chat', 'invoke_agent reader > execute_tool read'];
    const around = ['- > invoke_agent lead', 'execute_tool reader > invoke_agent reader'];
    expect(tree()).toEqual(expect.arrayContaining([...inside, ...around, 'invoke_agent lead > execute_tool reader']));
    expect(tree().filter((line) => line === '- > invoke_agent lead')).toHaveLength(2);
    // The interrupted activation has no outcome.
    expect(find('invoke_agent lead')?.attributes['countersign.outcome']).toBeUndefined();
  });
});

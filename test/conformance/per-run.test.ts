import type { ModelMessage } from 'ai';
import { agentTool, createAgent, repairMessages, tool, toolReturn, UserError } from 'countersign/core';
import { createVirtualClock, type JournalWrite, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, lastResults, ofType } from './support.js';

const none = z.object({});
const forever = async (): Promise<never> => await new Promise(() => {});
const call = (toolName: string) => ({ calls: [{ toolName, input: {} }] });

describe('options of a run', () => {
  it('C257 may be a model and instructions, and the next run has the agent’s again', async () => {
    const theirs = scriptedModel(['Theirs.']);
    const { agent, model } = agentWith({}, ['Mine.'], { instructions: 'Be brief.' });

    const first = await agent.run('go', { model: theirs, instructions: ({ runStep }) => `Step ${runStep}.` }).outcome;
    const second = await agent.run('go').outcome;

    expect([first, second]).toMatchObject([{ output: 'Theirs.' }, { output: 'Mine.' }]);
    expect(theirs.requests[0]?.prompt[0]).toEqual({ role: 'system', content: 'Step 1.' });
    expect(model.requests[0]?.prompt[0]).toEqual({ role: 'system', content: 'Be brief.' });
  });

  it('C257 with an invalid model fail the run before any request', async () => {
    const { agent, model } = agentWith({}, ['Mine.']);

    const outcome = await agent.run('go', { model: 'gpt' as never }).outcome;

    expect(errorOf(outcome).code).toBe('model-id');
    expect(outcome).toMatchObject({ prompt: [{ role: 'user', content: 'go' }] });
    expect(model.requests).toEqual([]);
  });

  it('C257 set retries and timeouts of tools without their own', async () => {
    const clock = createVirtualClock();
    const slow = tool({ inputSchema: none, idempotent: true, execute: forever });
    const own = tool({ inputSchema: none, idempotent: true, timeout: 60_000, execute: forever });
    const script = [call('slow'), call('slow'), call('own'), 'Gave up.'];
    const { agent, model } = agentWith({ slow, own }, script, { environment: clock.environment });

    const run = agent.run('go', { toolTimeout: 1000, toolRetries: 2 });
    await clock.runAll();

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Gave up.' });
    expect(model.requests.slice(1).map(({ prompt }) => JSON.stringify(lastResults(prompt)))).toEqual([
      expect.stringContaining('Timed out after 1 seconds'),
      expect.stringContaining('Timed out after 1 seconds'),
      expect.stringContaining('Timed out after 60 seconds'),
    ]);

    const strict = agentWith({ slow }, [call('slow')], { environment: clock.environment, toolTimeout: 10 });
    const short = strict.agent.run('go', { toolRetries: 0 });
    await clock.runAll();
    expect(errorOf(await short.outcome).message).toContain('slow');
  });

  it('C257 set no timeout for a sub-agent', async () => {
    const clock = createVirtualClock();
    const slow = tool({ inputSchema: none, timeout: 5000, execute: forever });
    const inner = createAgent({
      model: scriptedModel([call('slow'), 'Inner done.']),
      tools: { slow },
      environment: clock.environment,
    });
    const ask = agentTool(inner, { description: 'Asks', inputSchema: none, prompt: () => 'go' });
    const { agent } = agentWith({ ask }, [call('ask'), 'Done.'], { environment: clock.environment });

    const before = clock.environment.now();
    const run = agent.run('go', { toolTimeout: 1000 });
    await clock.runAll();

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(clock.environment.now() - before).toBeGreaterThanOrEqual(5000);
  });
});

describe('prepareMessages', () => {
  const act = tool({ inputSchema: none, execute: () => 'acted' });

  it('C258 creates the messages of each request, and the history stays complete', async () => {
    const seen: number[] = [];
    const { agent, model } = agentWith({ act }, [call('act'), call('act'), 'Done.'], {
      prepareMessages: (messages) => {
        seen.push(messages.length);
        return repairMessages(messages.slice(-2));
      },
    });

    const outcome = await agent.run('go').outcome;

    expect(seen).toEqual([1, 3, 5]);
    expect(model.requests.map(({ prompt }) => prompt.map(({ role }) => role))).toEqual([
      ['user'],
      ['assistant', 'tool'],
      ['assistant', 'tool'],
    ]);
    expect(outcome.messages).toHaveLength(6);
  });

  it.each<[string, (messages: readonly ModelMessage[]) => readonly ModelMessage[]]>([
    ['a result without its call', (messages) => messages.filter(({ role }) => role !== 'assistant')],
    ['a call without its result', (messages) => messages.filter(({ role }) => role !== 'tool')],
  ])('C258 fails the run before the model request, with %s', async (_, prepareMessages) => {
    const { agent, model } = agentWith({ act }, [call('act'), 'Done.']);

    const outcome = await agent.run('go', { prepareMessages }).outcome;

    expect(errorOf(outcome)).toBeInstanceOf(UserError);
    expect(errorOf(outcome).code).toBe('prepared-messages');
    expect(model.requests).toHaveLength(1);
  });

  it('C258 can use repairMessages, which makes any part of a history acceptable to providers', async () => {
    const { agent } = agentWith({ act }, [call('act'), call('act'), 'Done.']);
    const { messages } = await agent.run('go').outcome;

    for (let from = 0; from < messages.length; from++) {
      for (let to = from + 1; to <= messages.length; to++) {
        const next = agentWith({ act }, ['Fine.']);
        const history = repairMessages([...messages.slice(from, to), { role: 'user', content: 'And?' }]);
        const outcome = await next.agent.run('go', { messages: history, prepareMessages: (all) => all }).outcome;
        expect(outcome.type).toBe('completed');
        expect(repairMessages(history)).toEqual(history);
      }
    }
  });
});

describe('side messages of a tool', () => {
  const load = tool({
    inputSchema: none,
    execute: (_, ctx) => {
      ctx.emit('progress', { done: 1 }, { id: 'p' });
      ctx.emit('progress', { done: 2 }, { id: 'p' });
      ctx.enqueue('The file is large.');
      return toolReturn('loaded', { content: 'Its first line.' });
    },
  });
  const halt = tool({ inputSchema: none, execute: (_, ctx) => void ctx.stop('Enough.') });

  it('C259 are data events, and messages to the model after all results', async () => {
    const { agent, model } = agentWith({ load }, [{ calls: [...call('load').calls, ...call('load').calls] }, 'Done.']);
    const run = agent.run('go');
    const events = await eventsOf(run);

    const data = ofType(events, 'data').map(({ name, id, data: told }) => ({ name, id, told }));
    expect(data).toHaveLength(4);
    expect(data[1]).toEqual({ name: 'progress', id: 'p', told: { done: 2 } });
    const last = model.requests[1]?.prompt.slice(-2);
    expect(last?.map(({ role }) => role)).toEqual(['tool', 'user']);
    expect(JSON.stringify(last?.[1]?.content).match(/first line|is large/g)).toEqual([
      'first line',
      'first line',
      'is large',
      'is large',
    ]);
  });

  it('C259 can end the run after the calls of the response, without another request', async () => {
    const { agent, model } = agentWith({ load, halt }, [{ calls: [...call('halt').calls, ...call('load').calls] }]);

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'aborted', reason: 'Enough.' });
    expect(model.requests).toHaveLength(1);
    const results = outcome.messages.find(({ role }) => role === 'tool')?.content;
    expect(JSON.stringify(results)).toContain('loaded');
    expect(ofType(await eventsOf(agent.run('again')), 'tool-end')).toEqual([]);
  });

  it('C259 are persisted with their call: a later activation emits, sends and stops the same, and runs nothing again', async () => {
    for (const [name, script] of [
      ['load', [call('load'), 'Done.']],
      ['halt', [call('halt')]],
    ] as const) {
      const writes: JournalWrite[] = [];
      const journal = memoryJournal({ onWrite: (write) => void writes.push(write) });
      let runs = 0;
      const counted = {
        load: {
          ...load,
          execute: ((...given) => {
            runs += 1;
            return load.execute?.(...given);
          }) as NonNullable<typeof load.execute>,
        },
        halt: {
          ...halt,
          execute: ((...given) => {
            runs += 1;
            return halt.execute?.(...given);
          }) as NonNullable<typeof halt.execute>,
        },
      };
      const options = { runId: 'r', journal } as const;
      const first = agentWith(counted, script);
      const whole = await first.agent.run('go', options).outcome;
      const second = agentWith(counted, []);
      const run = second.agent.run('go', options);
      const events = await eventsOf(run);

      expect(await run.outcome).toMatchObject({ type: whole.type, messages: whole.messages });
      expect(ofType(events, 'data')).toHaveLength(name === 'load' ? 2 : 0);
      expect(second.model.requests).toEqual([]);
      expect(runs).toBe(1);
      expect(writes.length).toBeGreaterThan(0);
    }
  });
});

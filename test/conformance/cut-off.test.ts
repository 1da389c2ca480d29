import { agentTool, createAgent, type RunEvent, type RunOutcome, tool } from 'countersign/core';
import { type MemoryJournal, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toModelMessages } from '../../src/conversation/messages/to-model-messages.js';
import { stepKind } from '../support/step-keys.js';
import { agentWith, converse, eventsOf, lastResults, ofType, until } from './support.js';

const inputSchema = z.object({});
const calls = (...names: readonly string[]) => ({ calls: names.map((toolName) => ({ toolName })) });

/** Tools whose bodies begin and do not end. */
function hanging() {
  const begun: string[] = [];
  let tell: () => void = () => {};
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    tell();
    return new Promise(() => {});
  };
  const untilBegun = (count: number): Promise<void> =>
    new Promise((resolve) => {
      tell = () => begun.length >= count && resolve();
      tell();
    });
  return {
    begun,
    untilBegun,
    one: tool({ inputSchema, execute: work('one') }),
    two: tool({ inputSchema, execute: work('two') }),
    work,
  };
}

const cutOff = {
  type: 'error-text',
  value:
    'This tool call was cut off while it ran. It is not known whether it took effect. Do not repeat it before you have found out, or asked the user.',
};
const cancelled = { type: 'error-text', value: 'The tool call was cancelled.' };

function endsOf(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(ofType(events, 'tool-end').map(({ toolCallId, end }) => [toolCallId, end.status]));
}

describe('an interrupted call', () => {
  it('C127 by a stop is unknown to the model if it had started, and cancelled if not', async () => {
    const { one, two, untilBegun } = hanging();
    const { agent, model } = agentWith({ one, two }, [calls('one', 'two', 'one'), 'Hello.'], {
      toolCallConcurrency: 2,
    });
    const run = agent.run('go');
    await untilBegun(2);

    run.abort();
    const stopped = await run.outcome;
    await agent.run('Hi.', { messages: stopped.messages }).outcome;

    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: cutOff },
      { id: 'call-2', output: cutOff },
      { id: 'call-3', output: cancelled },
    ]);
    expect(endsOf(await eventsOf(run))).toEqual({ 'call-1': 'unknown', 'call-2': 'unknown', 'call-3': 'cancelled' });
    expect(stopped.usage.toolCalls).toBe(2);
  });

  it('C127 by a sibling that ended the run is unknown if it had started, and can be resumed if not', async () => {
    const { one, untilBegun, begun } = hanging();
    const breaks = tool({
      inputSchema,
      execute: async () => {
        await untilBegun(1);
        throw new Error('broke');
      },
    });
    const { agent } = agentWith({ one, breaks }, [calls('one', 'breaks', 'one'), 'Done.'], {
      toolCallConcurrency: 2,
      toolErrors: 'throw',
    });
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'failed', usage: { toolCalls: 2 } });
    expect(endsOf(await eventsOf(run))).toEqual({ 'call-1': 'unknown', 'call-2': 'failed' });
    expect(outcome.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ toolCallId: 'call-1', output: cutOff }, { toolCallId: 'call-2' }],
    });
    expect(begun).toEqual(['one']);
  });

  it('C127 is shown as an error that says so, in the messages of the page and in those that are sent back', async () => {
    const { one, untilBegun } = hanging();
    const { agent } = agentWith({ one }, [calls('one')]);
    const conversation = converse(agent);
    conversation.start('go');
    await untilBegun(1);

    conversation.stop();
    const { messages } = await until(conversation, ({ outcome }) => outcome !== null);

    expect(messages[1]?.parts.at(-1)).toMatchObject({
      state: 'output-error',
      toolMetadata: { countersign: { phase: 'unknown', ran: true } },
    });
    const [, answer] = messages;
    expect(answer && toModelMessages(answer).at(-1)).toMatchObject({ role: 'tool', content: [{ output: cutOff }] });
  });

  it('C127 in the page is unknown if its client tool had started, and cancelled if it waited for a person', async () => {
    const pick = tool({ inputSchema });
    const { agent } = agentWith({ send: tool({ inputSchema }), pick }, [calls('send', 'pick')]);
    let begin: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const conversation = converse(agent, {
      clientTools: {
        send: {
          execute: () => {
            begin();
            return new Promise(() => {});
          },
        },
      },
    });
    conversation.start('go');
    await isBegun;

    conversation.stop();
    const { events } = await until(conversation, ({ outcome }) => outcome !== null);

    expect(endsOf([...events])).toEqual({ 'call-1': 'unknown', 'call-2': 'cancelled' });
  });

  it('C127 within a sub-agent makes the call of the sub-agent unknown', async () => {
    const { one, untilBegun } = hanging();
    const inner = createAgent({ name: 'inner', model: scriptedModel([calls('one')]), tools: { one } });
    const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: () => 'do it' });
    const { agent } = agentWith({ helper }, [calls('helper')]);
    const run = agent.run('go');
    await untilBegun(1);

    run.abort();
    await run.outcome;

    expect(endsOf(await eventsOf(run))).toMatchObject({ 'call-1': 'unknown' });
  });
});

describe('the usage', () => {
  /** Stops the run at a write about a tool, before it is kept. */
  function stopAt(index: number, stop: () => void): MemoryJournal {
    let count = 0;
    return memoryJournal({
      onWrite: ({ key }) => {
        if (stepKind(key) === 'tool' && count++ === index) stop();
      },
    });
  }

  const refuse = (): Promise<void> => Promise.reject(new Error('full'));

  it.each([0, 1, 2, 3])('C127 counts executed calls, for a stop at any journal entry (%i)', async (index) => {
    const ran: string[] = [];
    const act = tool({ inputSchema, sequential: true, execute: (_, { toolCallId }) => void ran.push(toolCallId) });
    const { agent } = agentWith({ act }, [calls('act', 'act')]);
    const run = agent.run('go', { journal: stopAt(index, () => run.abort()) });

    const outcome: RunOutcome<unknown> = await run.outcome;

    const events = await eventsOf(run);
    expect(ofType(events, 'tool-start').map(({ toolCallId }) => toolCallId)).toEqual(ran);
    expect(outcome.usage.toolCalls).toBe(ran.length);
    expect(endsOf(events)).toEqual({
      'call-1': ran.includes('call-1') ? 'returned' : 'cancelled',
      'call-2': ran.includes('call-2') ? 'returned' : 'cancelled',
    });
    expect(ran).toHaveLength([0, 1, 1, 2][index] ?? 0);
  });

  it('C127 does not count a call that the journal failed to record', async () => {
    const act = tool({ inputSchema, execute: () => 'acted' });
    const { agent } = agentWith({ act }, [calls('act')]);
    const run = agent.run('go', { journal: memoryJournal({ onWrite: refuse }) });

    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'journal-failed' }, usage: { toolCalls: 0 } });
    expect(ofType(await eventsOf(run), 'tool-start')).toEqual([]);
  });
});

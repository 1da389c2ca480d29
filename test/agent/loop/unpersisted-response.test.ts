import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { createAgent, type RunEvent, tool } from 'countersign/core';
import { type JournalWrite, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextTask } from '../../../src/agent/plumbing/next-task.js';
import { eventsOf, ofType } from '../../conformance/support.js';
import { stepKind } from '../../support/step-keys.js';
import { finish, partsModel } from '../model/support.js';

const act = tool({ inputSchema: z.object({}), execute: () => 'did it' });

function agentWithCalls() {
  return createAgent({
    model: scriptedModel([{ text: 'So.', calls: [{ toolName: 'act' }, { toolName: 'act' }] }, 'Done.']),
    tools: { act },
  });
}

/** How often each call was told as made, and how often as ended. */
function counts(events: readonly RunEvent[]): readonly (readonly [string, number])[] {
  const begun = ofType(events, 'tool-input-start').map(({ toolCallId }) => toolCallId);
  const ended = ofType(events, 'tool-end').map(({ toolCallId }) => toolCallId);
  return begun.map((id) => [id, ended.filter((one) => one === id).length] as const);
}

/** The end of a model's step: its response is whole, and about to be kept. */
function isResponse({ type, key }: JournalWrite): boolean {
  return type === 'end' && stepKind(key) === 'model';
}

describe('a response that a journal does not keep', () => {
  it.each(Array.from({ length: 20 }, (_, at) => at))(
    'C125 ends each of its calls once if the run is stopped at event %i',
    async (at) => {
      const run = agentWithCalls().run('go', { journal: memoryJournal() });
      const events: RunEvent[] = [];

      for await (const event of run) if (events.push(event) > at) run.abort();

      expect(counts(events).filter(([, ends]) => ends !== 1)).toEqual([]);
    },
  );

  it('C188 also ends the calls that the provider requested approval for', async () => {
    const call = { toolCallId: 'mcp', toolName: 'short', input: '{}', providerExecuted: true, dynamic: true };
    const asked: readonly LanguageModelV4StreamPart[] = [
      { type: 'tool-call', ...call },
      { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'mcp' },
      finish('tool-calls'),
    ];
    const journal = memoryJournal({
      onWrite: (write) => {
        if (isResponse(write)) throw new Error('The disk is full.');
      },
    });

    const run = createAgent({ model: partsModel([asked]) }).run('go', { journal });
    const events = await eventsOf(run);

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'journal-failed' } });
    expect(ofType(events, 'tool-end')).toMatchObject([{ toolCallId: 'mcp', end: { status: 'interrupted' } }]);
  });

  it('C185 leaves its calls open when its activation ends, because it may be persisted after all', async () => {
    let reach: () => void = () => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    let keep: () => void = () => {};
    const journal = memoryJournal({
      onWrite: (write) => {
        if (write.key !== 'run~model.1' || write.type !== 'end') return undefined;
        reach();
        return new Promise<void>((resolve) => {
          keep = resolve;
        });
      },
    });
    const first = agentWithCalls().run('go', { runId: 'run', journal });
    await reached;

    first.suspend?.();
    const told = await eventsOf(first);
    keep();
    await nextTask();
    const model = scriptedModel(['Done.']);
    const second = createAgent({ model, tools: { act } }).run('go', { runId: 'run', journal });

    expect(ofType(told, 'tool-call')).toHaveLength(2);
    expect(ofType(told, 'tool-end')).toEqual([]);
    expect((await second.outcome).type).toBe('completed');
    expect(model.requests).toHaveLength(1);
  });
});

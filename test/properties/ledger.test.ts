import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callRecord, isToolPart } from '../../src/conversation/messages/call-record.js';
import { ReplayTape } from '../../src/feed/replay-tape.js';
import { CallLedger } from '../../src/protocol/ledger/call-ledger.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { driveConversation } from './drive-conversation.js';
import { driveRuns } from './drive-run.js';
import { conversationRuns, play } from './property.js';
import { scenarios } from './scenario.js';

/**
 * Compares the ledger of each beginning of a run with its messages and its pending batches; returns how much it
 * compared.
 */
function compareViews(events: readonly RunEvent[]): number {
  const ledger = new CallLedger();
  const tape = new ReplayTape(events);
  let count = 0;
  for (const [index, event] of events.entries()) {
    ledger.applyEvent(event);
    const { messages, pending } = tape.stateAt(index + 1);
    for (const part of messages.at(-1)?.parts ?? []) {
      if (!isToolPart(part)) continue;
      const { phase } = callRecord(part);
      // A request to a model that is repeated makes its partial response void. The calls of it have no event about
      // that.
      if (phase === 'interrupted') continue;
      expect([part.toolCallId, ledger.findCall({ ...event, agentPath: ['outer'] }, part.toolCallId)?.phase]).toEqual([
        part.toolCallId,
        phase,
      ]);
      count += 1;
    }
    for (const { items, ...batch } of pending)
      for (const { call, state } of items) {
        const { phase, end, requests = [] } = ledger.findCall(batch, call.toolCallId) ?? {};
        // A run that is stopped ends its calls first. Its batches end with the run.
        if (end !== undefined || requests.at(-1)?.batchId !== batch.batchId) continue;
        if (state.status === 'waiting') expect(phase).toBe('waiting');
        else if (state.status === 'decided' && state.answer === 'defer') expect(phase).toBe('parked');
        count += 1;
      }
  }
  return count;
}

it.each([
  ['a handler in code', driveRuns],
  ['people at cards', driveConversation],
])(
  'C454 the call ledger agrees with messages and pending batches after each event, with %s (property)',
  async (_, drive) => {
    const { numRuns, seed } = conversationRuns(20261127);
    let compared = 0;
    const property = fc.asyncProperty(scenarios, async (scenario) => {
      const runs: (readonly RunEvent[])[] = [];
      await play(scenario, async (world) => {
        await drive(world);
        runs.push(...world.runs.map(({ events }) => events));
      });
      for (const events of runs) compared += compareViews(events);
    });
    await fc.assert(property, { numRuns: Math.ceil(numRuns / 4), seed });
    expect(compared).toBeGreaterThan(numRuns);
  },
  3_600_000,
);

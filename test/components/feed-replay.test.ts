import type { ConversationState } from 'countersign/core';
import { createConversation, toolApproved, toolDenied } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { exportRunEvents } from '../../src/components/feed/export-events.js';
import { parseRunEvents } from '../../src/components/feed/parse-run-events.js';
import { ReplayTape } from '../../src/components/feed/replay-tape.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { scriptedAgent } from '../conformance/support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };

/** A run with a batch that two people's answers settle, and every state it went through. */
async function record(): Promise<readonly ConversationState[]> {
  const { agent } = scriptedAgent([{ text: 'I will.', calls: [remove, clear] }, 'Done.']);
  const conversation = createConversation(() => ({ agent }), {
    scheduleFrame: (apply) => {
      queueMicrotask(apply);
      return () => {};
    },
  });
  const states: ConversationState[] = [];
  const answered: string[] = [];
  return await new Promise((resolve) => {
    conversation.store.subscribe((state) => {
      states.push(state);
      const [batch] = state.pending;
      for (const { call } of batch?.items ?? []) {
        if (answered.includes(call.toolCallId)) continue;
        answered.push(call.toolCallId);
        void conversation.decide(call.toolCallId, call.toolName === 'deleteFile' ? toolDenied('no') : toolApproved());
      }
      if (state.outcome !== null) resolve(states);
    });
    conversation.start('go');
  });
}

function toldBy({ status, messages, usage }: ConversationState): unknown {
  return { status, messages, usage };
}

describe('ReplayTape', () => {
  it('ends where the run ended, also through a file', async () => {
    const live = (await record()).at(-1);
    if (live === undefined) throw new Error('The run had states.');
    const events = parseRunEvents(exportRunEvents(live.events, { content: 'everything' }));
    const tape = new ReplayTape(events);

    expect(toldBy(tape.at(tape.length))).toEqual(toldBy(live));
    expect(tape.at(tape.length).pending).toEqual([]);
  });

  it('shows messages and texts as they were at each moment', async () => {
    const states = await record();
    const tape = new ReplayTape(states.at(-1)?.events ?? []);
    const moments = states.filter(({ events, status }) => events.length > 0 && status === 'running');

    expect(moments.length).toBeGreaterThan(3);
    for (const state of moments) expect(tape.at(state.events.length).messages).toEqual(state.messages);
  });

  it('waits with the batch while it was open, and shows each answer when it came', async () => {
    const events = [...((await record()).at(-1)?.events ?? [])];
    const tape = new ReplayTape(events);
    const stateAfter = (type: RunEvent['type'], last = false): ConversationState =>
      tape.at(
        (last
          ? events.findLastIndex((event) => event.type === type)
          : events.findIndex((event) => event.type === type)) + 1,
      );
    const statuses = ({ pending }: ConversationState): string[] =>
      pending.flatMap(({ items }) => items.map(({ call, state }) => `${call.toolName} ${state.status}`));

    expect(stateAfter('deferred-request')).toMatchObject({ status: 'waiting' });
    expect(statuses(stateAfter('deferred-request'))).toEqual(['deleteFile open', 'writeFile open']);
    expect(statuses(stateAfter('answer', true))).toEqual(['deleteFile decided', 'writeFile decided']);
    expect(stateAfter('deferred-response')).toMatchObject({ status: 'running', pending: [] });
  });

  it('gives the same state from wherever one comes', async () => {
    const one = [...((await record()).at(-1)?.events ?? [])];
    const events = Array.from({ length: Math.ceil(1_600 / one.length) }, (_, run) =>
      one.map((event) => ({ ...event, runId: `run ${run}` })),
    ).flat();
    const tape = new ReplayTape(events);
    const from = (position: number): unknown => new ReplayTape(events).at(position);

    for (const position of [events.length, 3, 1_001, 999, 1_000, 500, 501, 0, 1_200]) {
      expect(tape.at(position)).toEqual(from(position));
      expect(tape.at(position).events).toHaveLength(position);
    }
  });
});

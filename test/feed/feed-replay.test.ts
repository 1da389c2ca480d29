import { type ConversationState, createConversation, toolApproved, toolDenied } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { feedFormat } from '../../src/feed/feed-format.js';
import { ReplayTape } from '../../src/feed/replay-tape.js';
import { exportRunEvents, parseRunEvents } from '../../src/feed/run-event-lines.js';
import type { DecidedBy } from '../../src/protocol/decided-by.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import { defaultStrings } from '../../src/words/strings.js';
import { scriptedAgent } from '../conformance/support.js';
import { feedRows } from './feed-rows.js';

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

    expect(toldBy(tape.stateAt(tape.length))).toEqual(toldBy(live));
    expect(tape.stateAt(tape.length).pending).toEqual([]);
  });

  it('shows messages and texts as they were at each moment', async () => {
    const states = await record();
    const tape = new ReplayTape(states.at(-1)?.events ?? []);
    const moments = states.filter(({ events, status }) => events.length > 0 && status === 'running');

    expect(moments.length).toBeGreaterThan(3);
    for (const state of moments) expect(tape.stateAt(state.events.length).messages).toEqual(state.messages);
  });

  it('waits with the batch while it was open, and shows each answer when it came', async () => {
    const events = [...((await record()).at(-1)?.events ?? [])];
    const tape = new ReplayTape(events);
    const stateAfter = (type: RunEvent['type'], last = false): ConversationState =>
      tape.stateAt(
        (last
          ? events.findLastIndex((event) => event.type === type)
          : events.findIndex((event) => event.type === type)) + 1,
      );
    const statuses = ({ pending }: ConversationState): string[] =>
      pending.flatMap(({ items }) => items.map(({ call, state }) => `${call.toolName} ${state.status}`));

    expect(stateAfter('deferred-request')).toMatchObject({ status: 'waiting' });
    expect(statuses(stateAfter('deferred-request'))).toEqual(['deleteFile waiting', 'writeFile waiting']);
    expect(statuses(stateAfter('answer', true))).toEqual(['deleteFile decided', 'writeFile decided']);
    expect(stateAfter('deferred-response')).toMatchObject({ status: 'running', pending: [] });
  });

  it('gives the same state from wherever one comes', async () => {
    const one = [...((await record()).at(-1)?.events ?? [])];
    const events = Array.from({ length: Math.ceil(1_600 / one.length) }, (_, run) =>
      one.map((event) => ({ ...event, runId: `run ${run}` })),
    ).flat();
    const tape = new ReplayTape(events);
    const from = (position: number): unknown => new ReplayTape(events).stateAt(position);

    for (const position of [events.length, 3, 1_001, 999, 1_000, 500, 501, 0, 1_200]) {
      expect(tape.stateAt(position)).toEqual(from(position));
      expect(tape.stateAt(position).events).toHaveLength(position);
    }
  });
});

describe('a run that a policy, a remembered decision and the clock decided', () => {
  const calls = ['asked', 'known', 'late'].map((toolCallId) => ({
    toolCallId,
    toolName: 'login',
    title: 'Log in',
    input: { user: 'ana', password: 'hunter2' },
  }));
  const decision = (toolCallId: string): RunEventBody => ({
    type: 'policy-decision',
    toolCallId,
    toolName: 'login',
    effect: 'ask',
    reason: 'It goes out of the page.',
    by: { type: 'rule', policy: 'careful', rule: 'net' },
  });
  const answer = (toolCallId: string, by: DecidedBy, kind: 'tool-approved' | 'tool-expired'): RunEventBody => ({
    type: 'answer',
    batchId: 'b',
    toolCallId,
    by,
    answer: { kind },
  });
  const told: readonly RunEventBody[] = [
    { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Go' }] },
    { type: 'step-start', step: 1 },
    ...calls.map(({ title: _, ...call }): RunEventBody => ({ type: 'tool-call', ...call })),
    ...calls.map(({ toolCallId }) => decision(toolCallId)),
    { type: 'deferred-request', batchId: 'b', round: 1, requests: { approvals: calls, calls: [], metadata: {} } },
    ...calls.map((call): RunEventBody => ({ type: 'approval-requested', batchId: 'b', call })),
    { type: 'extended', batchId: 'b', toolCallId: 'late', expiresAt: 1_700_000_060_000 },
    answer('known', { type: 'grant', grantIds: ['g'] }, 'tool-approved'),
    answer('late', { type: 'expiry' }, 'tool-expired'),
    answer('asked', { type: 'person', name: 'Ana' }, 'tool-approved'),
    { type: 'deferred-response', batchId: 'b', results: null },
    { type: 'run-end', outcome: 'aborted', reason: 'enough', usage: noUsage },
  ];
  const events = told.map(
    (body, seq): RunEvent => ({ v: 1, seq, at: 1_700_000_000_000 + seq, runId: 'r', agentPath: ['lead'], ...body }),
  );
  const words = {
    feed: defaultStrings.feed,
    calls: defaultStrings.card,
    format: feedFormat('en'),
  };
  const linesOf = (list: readonly RunEvent[]): unknown =>
    feedRows(list, words).map(({ events: _, detail, ...line }) => ({
      ...line,
      detail: detail?.replace('hunter2', ''),
    }));

  it.each(['redacted', 'everything'] as const)('is told in the same lines after a file with %s', (content) => {
    const text = exportRunEvents(events, { content });
    const read = parseRunEvents(text);

    expect(text.includes('hunter2')).toBe(content === 'everything');
    expect(read.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
    expect(linesOf(read)).toEqual(linesOf(events));
    const told = feedRows(read, words);
    expect(told.flatMap(({ by }) => by ?? [])).toEqual(['by Ana', 'by a remembered decision', 'by the clock']);
    expect(
      told.flatMap(({ notes = [] }) => notes).filter((note) => note.includes('by rule net of policy careful')),
    ).toHaveLength(3);
  });

  it('shows at each position who had answered, and until when there was time', () => {
    const tape = new ReplayTape(parseRunEvents(exportRunEvents(events)));
    const at = (toolCallId: string, type: RunEvent['type']): unknown => {
      const position = events.findIndex(
        (event) => event.type === type && 'toolCallId' in event && event.toolCallId === toolCallId,
      );
      const items = tape.stateAt(position + 1).pending.flatMap((batch) => batch.items);
      return items.find(({ call }) => call.toolCallId === toolCallId);
    };

    expect(at('late', 'extended')).toMatchObject({ expiresAt: 1_700_000_060_000, state: { status: 'waiting' } });
    expect(at('known', 'answer')).toMatchObject({
      state: { status: 'decided', by: { type: 'grant', grantIds: ['g'] } },
    });
    expect(at('late', 'answer')).toMatchObject({ state: { status: 'decided', by: { type: 'expiry' } } });
    expect(tape.stateAt(tape.length)).toMatchObject({ pending: [], status: 'idle' });
  });
});

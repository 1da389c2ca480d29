import { describe, expect, it } from 'vitest';
import { EventList, type RunEvents } from '../../src/conversation/state/event-list.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import type { FeedRow } from '../../src/feed/feed-row.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import { defaultStrings } from '../../src/words/strings.js';
import { countElements } from '../setup/count-elements.js';
import { feedRows, rowsOf } from './feed-rows.js';

const words = {
  feed: defaultStrings.feed,
  calls: defaultStrings.card,
  format: feedFormat('en'),
};
const none: RunEvents = EventList.grow([], []);

/** Returns a list with these events added. */
function appendEvents(list: RunEvents, bodies: readonly RunEventBody[], more: Partial<RunEvent> = {}): RunEvents {
  const made = bodies.map((body, index): RunEvent => {
    const seq = list.length + index;
    return { v: 1, seq, at: seq * 10, runId: 'run', agentPath: ['lead'], ...body, ...more } as RunEvent; // `more` is of the envelope
  });
  return EventList.grow(list, made);
}

const call = (toolCallId: string): RunEventBody[] => [
  { type: 'tool-call', toolCallId, toolName: 'add', input: {} },
  { type: 'tool-start', toolCallId, toolName: 'add', title: 'Add', input: {}, approved: false, edited: false },
];
const end = (toolCallId: string): RunEventBody => ({
  type: 'tool-end',
  toolCallId,
  toolName: 'add',
  end: { status: 'returned', value: 1 },
});
const ask = (toolCallId: string): RunEventBody => ({
  type: 'approval-requested',
  batchId: 'b',
  call: { toolCallId, toolName: 'add', title: 'Add', input: {} },
});
const delta: RunEventBody = { type: 'text-delta', id: 't', delta: 'word ' };
const runStart: RunEventBody = { type: 'run-start', conversationId: 'c', prompt: [] };
const runEnd: RunEventBody = { type: 'run-end', outcome: 'completed', usage: noUsage };

/** All kinds of rows, with later events for each. */
const story: readonly RunEventBody[] = [
  runStart,
  { type: 'step-start', step: 1 },
  { type: 'text-start', id: 't' },
  delta,
  delta,
  { type: 'text-end', id: 't' },
  ...call('a'),
  end('a'),
  ...call('b'),
  ask('b'),
  { type: 'late-answer', toolCallId: 'a', reason: 'answered' },
  { type: 'step-end', step: 1, finishReason: 'tool-calls', messages: [] },
  runEnd,
];

/** Every prefix of the story. */
const prefixes = Array.from({ length: story.length + 1 }, (_, length) => appendEvents(none, story).slice(0, length));

function plain(rows: readonly FeedRow[]): unknown {
  return rows.map((row) => ({ ...row, events: [...row.events] }));
}

const project = (projector: FeedProjector, events: RunEvents): readonly FeedRow[] => {
  return rowsOf(projector.read(events));
};

/** Returns the number of elements that are read or copied when events are added to a projected list. */
function costOf(before: RunEvents, added: readonly RunEventBody[]): number {
  const projector = new FeedProjector(words);
  projector.read(before);
  const after = appendEvents(before, added);
  const stop = countElements(['entries', 'values', 'forEach', 'find', 'findLast', 'some', 'every', 'reduce']);
  try {
    const log = projector.read(after);
    for (let position = log.length - 20; position < log.length; position++) log.rowAt(position);
  } finally {
    stop();
  }
  expect(plain(project(projector, after))).toEqual(plain(feedRows(after, words)));
  return stop();
}

const repeat = (count: number, bodies: (index: number) => readonly RunEventBody[]): RunEventBody[] =>
  Array.from({ length: count }, (_, index) => bodies(index)).flat();

describe('what an event costs the feed does not grow with', () => {
  const lists: Readonly<Record<string, (count: number) => RunEvents>> = {
    'the length of a text': (count) =>
      appendEvents(none, [{ type: 'text-start', id: 't' }, ...repeat(count, () => [delta])]),
    'the number of calls': (count) =>
      appendEvents(
        none,
        repeat(count, (index) => [...call(`${index}`), end(`${index}`)]),
      ),
    'the number of steps': (count) =>
      appendEvents(
        none,
        repeat(count, (index) => [{ type: 'step-start', step: index }]),
      ),
    'the number of runs': (count) => {
      let list = none;
      for (let run = 0; run < count; run++)
        list = appendEvents(list, [runStart, ...call('a'), end('a'), runEnd], { runId: `${run}` });
      return list;
    },
  };
  const added: Readonly<Record<string, readonly RunEventBody[]>> = {
    'a text': [{ type: 'text-start', id: 't' }, delta, { type: 'text-end', id: 't' }],
    'more of a text': [delta],
    'a call': [...call('new'), end('new')],
    'a question': [ask('new')],
    'a late answer': [{ type: 'late-answer', toolCallId: '1', reason: 'answered' }],
    'the end of a run without open lines': [{ ...runEnd, outcome: 'deferred' }],
  };
  const many = process.env.COUNTERSIGN_ALL === '1' ? 3000 : 60;
  const cases = Object.keys(lists).flatMap((list) => Object.keys(added).map((event) => [list, event] as const));

  it.each(cases.filter(([list, event]) => !(list === 'the number of steps' && event.startsWith('the end'))))(
    '%s: %s',
    (list, event) => {
      const cost = (count: number): number => costOf(lists[list]?.(count) ?? none, added[event] ?? []);

      const early = cost(100);
      const late = cost(many);

      expect(early).toBeGreaterThan(0);
      expect(late).toBeLessThanOrEqual(early);
    },
  );
});

describe('a projection', () => {
  it('changes the line of an event, and no other', () => {
    const projector = new FeedProjector(words);
    const before = appendEvents(none, [...call('a'), ...call('b'), ...call('c')]);
    const rows = project(projector, before);
    const then = plain(rows);

    const next = project(projector, appendEvents(before, [end('b')]));

    expect(next.map((row, index) => row === rows[index])).toEqual([true, false, true]);
    expect(next[1]).toMatchObject({ kind: 'ok', key: rows[1]?.key });
    expect(plain(rows)).toEqual(then);
  });

  it('gives the same lines twice, and with what comes one by one those of the whole', () => {
    const projector = new FeedProjector(words);
    let list = none;

    for (const [index, body] of story.entries()) {
      list = appendEvents(list, [body]);
      const once = project(projector, list);
      const twice = project(projector, list);

      expect(plain(once)).toEqual(plain(feedRows(prefixes[index + 1] ?? [], words)));
      expect(twice.every((row, place) => row === once[place])).toBe(true);
    }
  });

  it('gives an older list its own lines after a newer one, and goes on from both', () => {
    const projector = new FeedProjector(words);
    const whole = appendEvents(none, story);
    for (const [length, older] of prefixes.entries()) {
      projector.read(whole);

      expect(plain(project(projector, older))).toEqual(plain(feedRows(older, words)));
      expect(plain(project(projector, whole)), `after ${length}`).toEqual(plain(feedRows(whole, words)));
    }
  });

  it('leaves lines that were shown as they were, also where an older list grew otherwise', () => {
    const projector = new FeedProjector(words);
    const start = appendEvents(none, [{ type: 'text-start', id: 't' }]);
    const left = appendEvents(start, [delta, delta]);
    const shown = project(projector, left);
    const then = plain(shown);

    const right = appendEvents(start, [{ type: 'text-end', id: 't' }, delta]);

    expect(plain(project(projector, right))).toEqual(plain(feedRows(right, words)));
    expect(plain(shown)).toEqual(then);
  });

  it('begins anew with another conversation, longer or shorter', () => {
    const projector = new FeedProjector(words);
    for (const length of [3, 5, 0, 2]) {
      const list = appendEvents(
        none,
        repeat(length, (index) => call(`${index}`)),
        { runId: `run of ${length}` },
      );

      expect(plain(project(projector, list))).toEqual(plain(feedRows(list, words)));
      expect(projector.read(list).length).toBe(length);
    }
  });

  it('lets the end of an agent that was called end its own lines, and the end of the run all', () => {
    const inner = { agentPath: ['lead', 'helper'] };
    let list = appendEvents(none, [runStart, ...call('a'), ask('b')]);
    list = appendEvents(list, [runStart, ...call('c'), ask('d')], inner);
    const kinds = (events: RunEvents): string[] => feedRows(events, words).map(({ kind }) => kind);

    const innerEnd = appendEvents(list, [{ ...runEnd, outcome: 'deferred' }], inner);
    const outerEnd = appendEvents(innerEnd, [runEnd]);

    expect(kinds(list)).toEqual(['live', 'live', 'wait', 'live', 'live', 'wait']);
    expect(kinds(innerEnd)).toEqual(['live', 'live', 'wait', 'note', 'note', 'wait', 'wait']);
    expect(kinds(outerEnd)).toEqual(['note', 'note', 'note', 'note', 'note', 'note', 'note', 'ok']);
  });
});

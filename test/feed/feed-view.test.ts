import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexAt, offsetOf } from '../../src/components/feed/use-row-window.js';
import { EventList, type RunEvents } from '../../src/conversation/state/event-list.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import { FeedView, type FeedViewOptions } from '../../src/feed/feed-view.js';
import { matcherOf, noFilter } from '../../src/feed/match-row.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import { defaultStrings } from '../../src/words/strings.js';
import { countElements } from '../setup/count-elements.js';
import { rowsOf } from './feed-rows.js';

const words = {
  feed: defaultStrings.feed,
  calls: defaultStrings.card,
  format: feedFormat('en'),
};
const all: FeedViewOptions = { folded: new Set() };

function listOf(bodies: readonly RunEventBody[]): RunEvents {
  const events = bodies.map(
    (body, seq): RunEvent => ({ v: 1, seq, at: seq, runId: 'r', agentPath: ['lead'], ...body }),
  );
  return EventList.grow([], events);
}

const grow = (list: RunEvents, bodies: readonly RunEventBody[]): RunEvents =>
  EventList.grow(
    list,
    listOf([...Array.from({ length: list.length }, () => warning('')), ...bodies]).slice(list.length),
  );

const warning = (message: string): RunEventBody => ({ type: 'warning', code: 'c', message });
const runStart: RunEventBody = { type: 'run-start', conversationId: 'c', prompt: [] };
const step = (number: number): RunEventBody => ({ type: 'step-start', step: number });
const start = (toolName: string): RunEventBody => ({
  ...{ type: 'tool-start', toolCallId: toolName, toolName, title: toolName },
  ...{ input: { path: 'notes/a.md' }, approved: false, edited: false },
});
const inner = (agent: string, body: RunEventBody): RunEventBody => ({
  ...body,
  agentPath: ['lead', agent],
  callPath: [agent],
});

/** Two sub-agents at work at once, among them warnings. */
const story: readonly RunEventBody[] = [
  runStart,
  step(1),
  start('cleaner'),
  start('writer'),
  inner('cleaner', runStart),
  inner('writer', runStart),
  inner('cleaner', step(1)),
  inner('writer', step(1)),
  inner('cleaner', warning('cleaner 1')),
  inner('writer', warning('writer 1')),
  inner('cleaner', warning('cleaner 2')),
  warning('lead 1'),
  { type: 'tool-end', toolCallId: 'writer', toolName: 'writer', end: { status: 'failed', message: 'disk full' } },
  inner('cleaner', { type: 'text-start', id: 't' }),
  inner('cleaner', { type: 'text-delta', id: 't', delta: 'secret ' }),
  inner('cleaner', { type: 'text-delta', id: 't', delta: 'plan' }),
];

function shown(view: FeedView): string[] {
  return Array.from({ length: view.length }, (_, index) => view.row(index)).map((row) => {
    if (row === undefined) throw new Error('The view is as long as it says.');
    return `${'. '.repeat(row.depth)}${row.words}`;
  });
}

const seen = (events: RunEvents, sight: FeedViewOptions): string[] =>
  shown(new FeedView().read(new FeedProjector(words).read(events), sight));

const sightOf = (filter: Partial<typeof noFilter>): FeedViewOptions => ({
  ...all,
  matches: matcherOf({ ...noFilter, ...filter }),
});

describe('FeedView', () => {
  it('shows each line below the one that it stands in, however they came', () => {
    expect(seen(listOf(story), all)).toEqual([
      'agent started',
      '. Step 1',
      '. . asked the model',
      '. . cleaner: running',
      '. . . agent started',
      '. . . . Step 1',
      '. . . . . asked the model',
      '. . . . . cleaner 1',
      '. . . . . cleaner 2',
      '. . . . . text',
      '. . writer: failed: disk full',
      '. . . agent started',
      '. . . . Step 1',
      '. . . . . asked the model',
      '. . . . . writer 1',
      '. . lead 1',
    ]);
  });

  it('folds groups, with all in them', () => {
    const log = new FeedProjector(words).read(listOf(story));
    const folded = new Set([log.rowAt(3)?.key ?? '', log.rowAt(4)?.key ?? '']);

    expect(shown(new FeedView().read(log, { folded }))).toEqual([
      'agent started',
      '. Step 1',
      '. . asked the model',
      '. . cleaner: running',
      '. . writer: failed: disk full',
      '. . lead 1',
    ]);
  });

  it('C461 keeps the waiting row of one run of a sub-agent when a parallel run of it ends', () => {
    const nested = (call: string, body: RunEventBody): RunEventBody => ({
      ...body,
      agentPath: ['lead', 'helper'],
      callPath: [call],
    });
    const call = { toolCallId: 'w', toolName: 'write', title: 'Write a.md', input: {} };
    const log = new FeedProjector(words).read(
      listOf([
        runStart,
        step(1),
        ...['1', '2'].flatMap((id) => [nested(id, runStart), nested(id, step(1))]),
        nested('1', { type: 'tool-call', toolCallId: 'w', toolName: 'write', input: {} } as RunEventBody),
        nested('1', { type: 'approval-requested', batchId: 'b1', call } as RunEventBody),
        nested('2', { type: 'run-end', outcome: 'aborted', usage: noUsage }),
      ]),
    );

    expect(rowsOf(log).filter(({ kind }) => kind === 'wait')).toHaveLength(1);
  });

  it('shows what a filter finds, and the lines around it', () => {
    expect(seen(listOf(story), sightOf({ topics: ['tools'], text: 'writer' }))).toEqual([
      'agent started',
      '. Step 1',
      '. . writer: failed: disk full',
    ]);
    expect(seen(listOf(story), sightOf({ agent: 'lead › writer', topics: ['problems'] })).slice(2)).toEqual([
      '. . writer: failed: disk full',
      '. . . agent started',
      '. . . . Step 1',
      '. . . . . writer 1',
    ]);
  });

  it.each([
    ['a text over several deltas', 'SECRET plan', 'text'],
    ['an input', 'notes/a', 'cleaner: running'],
    ['a pattern, taken as it is written', 'cleaner 2', 'cleaner 2'],
  ])('finds %s', (_, text, line) => {
    expect(seen(listOf(story), sightOf({ text })).some((told) => told.endsWith(line))).toBe(true);
    expect(seen(listOf(story), sightOf({ text: 'clean.r' }))).toEqual([]);
  });

  it('goes on from where it was as if it began anew, whatever comes, is folded and is looked for', () => {
    const folds = fc.subarray([0, 1, 3, 5, 6]);
    const filters = fc.constantFrom(
      {},
      { text: 'plan' },
      { topics: ['problems'] as const },
      { agent: 'lead › cleaner' },
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: story.length }), { maxLength: 8 }),
        folds,
        filters,
        (cuts, places, filter) => {
          const whole = new FeedProjector(words).read(listOf(story));
          const folded = new Set(places.map((place) => whole.rowAt(place)?.key ?? ''));
          const sight: FeedViewOptions = { folded, matches: matcherOf({ ...noFilter, ...filter }) };
          const projector = new FeedProjector(words);
          const view = new FeedView();
          let list = listOf([]);
          for (const cut of [...cuts, story.length].sort((a, b) => a - b)) {
            list = grow(list, story.slice(list.length, cut));
            view.read(projector.read(list), sight);

            expect(shown(view)).toEqual(seen(list, sight));
          }
        },
      ),
    );
  });

  it.each([
    ['without a filter', all],
    ['with one', sightOf({ topics: ['problems'], text: 'warning' })],
  ])('looks at what is new only, %s', (_, sight) => {
    const costs = [100, 10_000].map((count) => {
      const projector = new FeedProjector(words);
      const view = new FeedView();
      const list = grow(
        listOf([runStart, step(1)]),
        Array.from({ length: count }, () => warning('warning')),
      );
      view.read(projector.read(list), sight);
      const longer = grow(list, [warning('warning, the last')]);
      const stop = countElements(['entries', 'find', 'some', 'splice', 'lastIndexOf']);
      view.read(projector.read(longer), sight);
      const cost = stop();

      expect(view.row(view.length - 1)?.words).toBe('warning, the last');
      return cost;
    });

    expect(costs[1] ?? 0).toBe(costs[0]);
  });
});

describe('rows of two heights', () => {
  const offsets = {
    height: 20,
    tall: [
      { index: 2, extra: 100 },
      { index: 5, extra: 10 },
    ],
  };

  it('stand below each other', () => {
    expect([0, 2, 3, 5, 6].map((index) => offsetOf(offsets, index))).toEqual([0, 40, 160, 200, 230]);
  });

  it('are found by where they stand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (offset) => {
        const index = indexAt(offsets, offset);

        expect(offsetOf(offsets, index)).toBeLessThanOrEqual(offset);
        expect(offsetOf(offsets, index + 1)).toBeGreaterThan(offset);
      }),
    );
  });
});

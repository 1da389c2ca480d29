import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialState } from '../../../src/conversation/state/conversation-state.js';
import { keyOfEvent } from '../../../src/conversation/state/hold-events.js';
import { createPersistedLog } from '../../../src/persistence/plugin/persisted-log.js';
import { type ReadLog, seamOf } from '../../../src/persistence/plugin/read-log-parts.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';
import { propertyRuns } from '../../properties/property.js';

interface Origin {
  readonly runId?: string;
  readonly agentPath?: readonly string[];
}

let count = 0;

function event(body: RunEventBody, { runId = 'r', agentPath = ['lead'] }: Origin = {}): RunEvent {
  count += 1;
  return {
    v: 1,
    seq: count,
    at: count,
    runId,
    agentPath,
    ...(body.type.endsWith('-delta') ? {} : { key: `k${count}` }),
    ...body,
  };
}

const warning = (origin?: Origin): RunEvent => event({ type: 'warning', code: 'w', message: 'w' }, origin);
const start = (origin?: Origin): RunEvent => event({ type: 'text-start', id: 't' }, origin);
const delta = (origin?: Origin): RunEvent => event({ type: 'text-delta', id: 't', delta: 'x', offset: 0 }, origin);
const end = (origin?: Origin): RunEvent => event({ type: 'text-end', id: 't' }, origin);
const begin = (runId: string): RunEvent => event({ type: 'run-start', conversationId: 'c', prompt: [] }, { runId });
const sub: Origin = { runId: 'sub', agentPath: ['lead', 'helper'] };

interface Log {
  readonly read: ReadLog;
  readonly reads: number[];
}

/** A log as a storage has it: runs one after the other, each with what its sub-agents told. */
function logOf(runs: Readonly<Record<string, readonly RunEvent[]>>): Log {
  const all = Object.entries(runs).flatMap(([owner, events]) => events.map((each) => ({ owner, each })));
  const reads: number[] = [];
  const read: ReadLog = async ({ limit, before }) => {
    reads.push(limit);
    const own = before && runs[before.runId];
    const place = own?.findIndex((each) => keyOfEvent(each) === before?.key) ?? -1;
    const first = before === undefined ? all.length : all.findIndex(({ owner }) => owner === before.runId);
    const to = Math.max(0, first) + Math.max(0, place);
    const from = Math.max(0, to - limit);
    return { events: all.slice(from, to).map(({ each }) => each), earlier: from > 0 ? 'kept' : 'none' };
  };
  return { read, reads };
}

const holding = (events: readonly RunEvent[]) => ({ ...initialState, events, earlierEvents: 'kept' }) as const;

async function gather(parts: AsyncIterable<readonly RunEvent[]>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}

describe('persisted events and events in memory, as one log', () => {
  it('C199 has every event once, in order, and the same when it is read again', async () => {
    const kinds = fc.constantFrom('place', 'place', 'sub', 'text', 'late');
    const lengths = fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 900 })), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), async (blocks, cut) => {
        const a = [begin('a'), ...Array.from({ length: 300 }, () => warning({ runId: 'a' }))];
        const told = blocks.flatMap(([kind, length]) =>
          kind === 'late'
            ? [warning()]
            : Array.from({ length }, () => {
                if (kind === 'place') return [warning()];
                return kind === 'sub' ? [warning(sub)] : [start(sub), delta(sub), end(sub)];
              }).flat(),
        );
        const r = [begin('r'), ...told, warning()];
        const { read } = logOf({ a, r });
        const places = r.flatMap((each, index) => (each.agentPath.length === 1 ? [index] : []));
        const held = r.slice(places[cut % places.length]);

        const all = createPersistedLog(read).all(holding(held));

        expect((await gather(all)).map(keyOfEvent)).toEqual([...a, ...r].map(keyOfEvent));
        expect(await gather(all)).toEqual(await gather(all));
      }),
      propertyRuns(40, 13),
    );
  });

  it('C199 is read in windows, wider ones if a sub-agent emitted so much that no boundary is in one', async () => {
    const r = [begin('r'), warning(), ...Array.from({ length: 2500 }, () => warning(sub)), warning(), warning()];
    const { read, reads } = logOf({ r });

    const all = await gather(createPersistedLog(read).all(holding(r.slice(-1))));

    expect(all).toEqual(r);
    expect(Math.max(...reads)).toBe(4000);
  });

  it('C199 has a late answer in its own run, and not again where it was emitted', async () => {
    const late = event({ type: 'late-answer', toolCallId: 'x', reason: 'cancelled' }, { runId: 'a' });
    const a = [begin('a'), warning({ runId: 'a' })];
    const [first, second, third] = [begin('r'), warning(), warning()];
    const { read } = logOf({ a: [...a, late], r: [first, second, third] });

    const all = await gather(createPersistedLog(read).all(holding([second, late, third])));

    expect(all).toEqual([...a, late, first, second, third]);
  });

  it('C199 waits for emitted events that are not written yet', async () => {
    const a = [begin('a'), warning({ runId: 'a' })];
    const r = [begin('r'), warning(), warning()];
    let written: ReadLog = logOf({ a, r: r.slice(0, 1) }).read;
    let asked = 0;
    const read: ReadLog = (window) => {
      asked += 1;
      if (asked === 3) written = logOf({ a, r }).read;
      return written(window);
    };

    const all = await gather(createPersistedLog(read).all(holding(r.slice(2))));

    expect(all).toEqual([...a, ...r]);
  });

  it('C199 is searched from its newest event, up to the match', async () => {
    const r = [begin('r'), ...Array.from({ length: 6000 }, () => warning())];
    const { read, reads } = logOf({ r });
    const log = createPersistedLog(read);
    const [wanted, oldest] = [r.at(4500), r.at(0)];
    const lookFor = (each: RunEvent | undefined) =>
      log.has(holding(r.slice(-10)), (events) => events.some((other) => other === each));

    expect(await lookFor(wanted)).toBe(true);
    const soon = reads.length;
    expect(await lookFor(oldest)).toBe(true);
    expect(await lookFor(warning())).toBe(false);
    expect(soon).toBeLessThan(5);
  });

  it('C199 may contain a match if it cannot be read', async () => {
    const read: ReadLog = () => Promise.reject(new Error('The disk is gone.'));

    expect(await createPersistedLog(read).has(holding([warning()]), () => false)).toBe(true);
    await expect(gather(createPersistedLog(read).all(holding([warning()])))).rejects.toThrow('The disk is gone.');
  });
});

describe('the transition from the log to the events in memory', () => {
  it('is the first place that no text is cut at', () => {
    const [one, two, three] = [warning(), warning(), warning()];

    expect(seamOf([one, start(), delta(), two])).toBe(0);
    expect(seamOf([one, delta(), two, end(), three])).toBe(2);
    expect(seamOf([start(sub), one, delta(sub), end(sub), two])).toBe(4);
    expect(seamOf([delta(sub), one, two])).toBe(1);
    expect(seamOf([warning(sub), delta()])).toBe(-1);
  });

  it('is not put off by a text that a failed request has begun', () => {
    const error = { name: 'Error', message: 'It was cut off.', code: 'error' };
    const retry = event({ type: 'model-retry', attempt: 1, delay: 0, error }, sub);

    expect(seamOf([start(sub), delta(sub), retry, warning()])).toBe(3);
  });
});

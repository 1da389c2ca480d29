import type { RunEvent } from 'countersign/core';
import type { ListedRun } from 'countersign/server';
import { expect, it } from 'vitest';
import { followRun, type RunEventSource } from '../../../src/server/streams/follow-run.js';
import { NewsHub } from '../../../src/server/streams/news-hub.js';

const event = (seq: number) =>
  ({ type: 'steered', runId: 'r', agentPath: ['a'], v: 1, seq, at: 1 }) as unknown as RunEvent; // any record works

/** A run with a log and news that the test controls. */
function writtenRun() {
  const hub = new NewsHub();
  const log: RunEvent[] = [];
  let state: ListedRun['state'] = { type: 'running' };
  const source: RunEventSource = {
    find: async () => ({ runId: 'r', state }) as ListedRun, // only its state is read
    openBatches: async () => [],
    readLog: async (_, after = -1, limit) =>
      log.slice(after + 1, after + 1 + limit).map((one, index) => ({ serial: after + 1 + index, event: one })),
    listen: (runId, signal) => hub.listen(runId, signal),
  };
  const emit = (): void => {
    log.push(event(log.length));
    hub.publish('r', [{ type: 'event', serial: log.length - 1, event: event(log.length - 1) }]);
  };
  const end = (): void => {
    state = { type: 'ended', outcome: 'completed', at: 1 };
    hub.close('r');
  };
  return { source, emit, end };
}

const { signal } = new AbortController();

it('C314 reads the log again after a gap, and emits each event once and in order', async () => {
  const run = writtenRun();
  const stream = followRun(run.source, { runId: 'r', after: undefined, signal, mayRead: async () => true });
  run.emit();
  const serials = [await stream.next()].map(({ value }) => value.serial);
  const waiting = stream.next();
  run.emit();
  serials.push((await waiting).value.serial);

  for (let index = 0; index < 1000; index++) run.emit();
  const next = await stream.next();
  serials.push(next.value.serial);
  run.emit();
  run.end();
  for await (const told of stream) if (told.type === 'event') serials.push(told.serial);

  expect(serials).toEqual(Array.from({ length: 1003 }, (_, serial) => serial));
});

it('C313 checks access before each stored event, even if the news of an answer was missed', async () => {
  const run = writtenRun();
  let mayRead = true;
  const asked: string[] = [];
  const check = async (before: string): Promise<boolean> => {
    asked.push(before);
    return mayRead;
  };
  const stream = followRun(run.source, { runId: 'r', after: undefined, signal, mayRead: check });
  const first = stream.next();
  run.emit();
  await first;

  mayRead = false;
  run.emit();

  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(asked.at(-1)).toBe('event');
});

import { CountersignError } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';

// A page that keeps runs, and can be asked to do so before the code for it has come.

const problems: string[] = [];
const storage = indexedDbStorage({ name: 'later', onProblem: ({ code }) => problems.push(code) });
const journal = storage.journal('r1');
const log = storage.events('r1');
const event = (seq: number) =>
  ({ v: 1, seq, at: seq, runId: 'r1', agentPath: ['agent'], type: 'text-start', id: 't' }) as const;

const record = (id: string) => ({ id, title: id, state: 'idle', updatedAt: 1, runIds: ['r1'], messages: [] }) as const;
const never = new AbortController().signal;

/** How often the effect has happened. */
let effects = 0;

/** All that writes, by its name. */
const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  step: () => journal.step('r1/0', async () => ++effects, { once: true }),
  append: () => log.append([{ key: 'a', event: event(1) }]),
  'append more': () => log.append([{ key: 'b', event: event(2) }]),
  lead: () => storage.lead('r2'),
  answer: () => storage.answer('b1', { c1: { answer: 'defer', by: { type: 'person' }, at: 1 } }),
  put: () => storage.conversations.put(record('c1')),
  rename: () => storage.conversations.rename('c1', 'Renamed'),
  import: () =>
    storage.conversations.import({ v: 1, title: 'Imported', messages: [], runs: [[{ key: 'a', event: event(1) }]] }),
  export: () => storage.conversations.export('c1'),
  claim: async () => (await storage.claim('c2', { signal: never, onWait: () => {} })).release(),
  clean: () => storage.clean({ olderThan: 0 }),
};

const codeOf = (error: unknown): string => (CountersignError.isInstance(error) ? error.code : String(error));

const page = {
  problems,
  effects: () => effects,
  /** Does it, and says `done` or the code of the error. */
  tryTo: async (name: string): Promise<string> => {
    try {
      await writes[name]?.();
      return 'done';
    } catch (error) {
      return codeOf(error);
    }
  },
  names: Object.keys(writes),
  titles: async () => (await storage.conversations.list()).map(({ title }) => title).sort(),
  events: async () => (await log.read()).entries.map(({ key }) => key),
  steps: async () => (await journal.steps()).map(({ value }) => value),
  remove: () => storage.conversations.delete('c1').then(() => 'done', codeOf),
  grants: async () => {
    // What a grant is, whoever reads them checks.
    await storage.grants.save([{ of: 'a test' } as never]);
    return await storage.grants.load();
  },
};

export type LaterPage = typeof page;

Object.assign(globalThis, { later: page });

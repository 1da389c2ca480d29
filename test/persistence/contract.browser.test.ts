import { journalContract } from 'countersign/testing';
import { describe, expect, inject, it } from 'vitest';
import { kinds } from './storages.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether slow tests run whole, or as much of them as a gate has time for. */
    slowTests: 'whole' | 'thin';
  }
}

/**
 * What a gate has time for: with a disk, each of them takes seconds. `npm run test:all` plays all of them over each.
 */
const short = ['one batch', 'a tool that may run again'];
/** The gate plays it in Node, over another journal in memory. */
const longest = 'hooks around tools and a sub-agent';

describe.each(kinds)('a run whose activation ends at any write, over $name', ({ name: kind, make }) => {
  const all = journalContract(() => {
    const { storage, other } = make();
    let lives = 0;
    // Each life takes the lead, over a connection of its own.
    return async (runId) => {
      const own = lives++ % 2 === 0 ? storage : other;
      return own.journal(runId, { epoch: await own.lead(runId) });
    };
  });
  const isThin = inject('slowTests') === 'thin';
  const scripts = isThin
    ? all.filter(({ name }) => (kind === 'memory' ? name !== longest : short.includes(name)))
    : all;

  it.each(scripts.map(({ name, check }) => [name, check] as const))(
    'C184 reaches the same end: %s',
    async (name, check) => {
      const moments = await check();

      // biome-ignore lint/suspicious/noConsole: how much was played is a result, too.
      console.info(`${kind}, ${name}: ended at ${moments} moments (${scripts.length} of ${all.length} scripts)`);
      expect(moments).toBeGreaterThanOrEqual(14);
    },
    300_000,
  );
});

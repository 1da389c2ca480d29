import { journalContract } from 'countersign/testing';
import { describe, expect, inject, it } from 'vitest';
import { kinds } from './storages.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `whole`: slow tests run completely. `thin`: only a part of them runs. */
    slowTests: 'whole' | 'thin';
  }
}

/** The scripts of a normal run. On a disk each takes seconds, so only `npm run test:all` plays every script. */
const short = ['one batch', 'a tool that may run again'];
/** A normal run plays this script in Node, with a journal in memory. */
const longest = 'hooks around tools and a sub-agent';

describe.each(kinds)('a run whose activation ends at any write, over $name', ({ name: kind, make }) => {
  const all = journalContract(() => {
    const { storage, other } = make();
    let lives = 0;
    // Each activation takes the lead with its own connection.
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

      // biome-ignore lint/suspicious/noConsole: the number of played cases is a result, too
      console.info(`${kind}, ${name}: ended at ${moments} moments (${scripts.length} of ${all.length} scripts)`);
      expect(moments).toBeGreaterThanOrEqual(14);
    },
    300_000,
  );
});

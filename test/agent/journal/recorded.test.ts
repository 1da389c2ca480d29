import { readFileSync } from 'node:fs';
import { type JournalWrite, memoryJournal } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { journalScripts } from '../../../src/testing/journal-scripts.js';

/** What runs of scheme 1 wrote, by the name of their script. A scheme that can no longer read it needs another number. */
const recorded: Readonly<Record<string, readonly JournalWrite[]>> = JSON.parse(
  readFileSync(new URL('recorded-1.json', import.meta.url), 'utf8'),
);

describe('a journal that an earlier release has recorded', () => {
  it.each(Object.keys(recorded))('C188 is read to the end, and nothing is done again: %s', async (name) => {
    const script = journalScripts.find((one) => one.name === name);
    const written = recorded[name] ?? [];
    const journal = memoryJournal({ written });
    const refuse = (): Promise<never> => Promise.reject(new Error('This was done in an earlier life.'));
    const { agent, options } =
      script?.begin({
        effect: refuse,
        hasEffect: () => true,
        delay: async () => {},
        now: () => 0,
        note: () => {},
        parked: 0,
      }) ?? {};

    const outcome = await agent?.run('go', { ...options, runId: 'run', conversationId: 'talk', journal }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(journal.writes).toEqual(written);
  });
});

import { readFileSync } from 'node:fs';
import { createAgent, tool } from 'countersign/core';
import { type JournalWrite, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { journalScripts } from '../../../src/testing/journal-scripts.js';

/**
 * Entries that runs of scheme 3 wrote, by the name of their script. A scheme that can no longer read it needs another
 * number.
 */
const recorded: Readonly<Record<string, readonly JournalWrite[]>> = JSON.parse(
  readFileSync(new URL('recorded-3.json', import.meta.url), 'utf8'),
);

describe('a journal that an earlier release has recorded', () => {
  it.each(Object.keys(recorded))('C188 is read to the end, and nothing executes again: %s', async (name) => {
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

  it('C188 is rejected if its keys have an earlier scheme, because a missing step would execute again', async () => {
    const ran: string[] = [];
    const act = tool({ inputSchema: z.object({}), execute: () => ran.push('act') });
    const agent = createAgent({ model: scriptedModel(['Done.']), tools: { act } });
    const journal = memoryJournal({ written: [{ type: 'end', key: 'scheme:run', value: { value: 2 } }] });

    const { outcome } = agent.run('go', { runId: 'run', journal });

    await expect(outcome).resolves.toMatchObject({ type: 'failed', error: { code: 'journal-scheme' } });
    expect(ran).toEqual([]);
  });
});

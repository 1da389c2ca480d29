import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../properties/property.js';
import { type Conversation, conversation } from './conversation.js';
import { differences, isSame, type Pair } from './differences.js';
import { playHere } from './play-here.js';
import { installReference, playThere } from './python.js';

const problem =
  process.env.COUNTERSIGN_ALL === '1' ? await installReference() : 'it is a part of npm run test:all, and needs Python';
if (problem !== undefined) process.stdout.write(`  the comparison with PydanticAI is skipped: ${problem}\n`);

const { numRuns, seed } = propertyRuns(2500, 20261124);

async function playBoth(conversations: readonly Conversation[]): Promise<readonly Pair[]> {
  const theirs = await playThere(conversations);
  expect(theirs).toHaveLength(conversations.length);
  const pairs: Pair[] = [];
  for (const [index, one] of conversations.entries()) {
    const there = theirs[index];
    if (there !== undefined) pairs.push({ conversation: one, ours: await playHere(one), theirs: there });
  }
  return pairs;
}

const plain: Conversation = {
  output: 'text',
  endStrategy: 'early',
  hooks: 'none',
  toolRetries: 1,
  outputRetries: 1,
  limits: {},
  responses: [],
};

describe.skipIf(problem !== undefined)('beside PydanticAI', { timeout: 600_000 }, () => {
  it('random conversations go the same way, but for differences that are meant to be', async () => {
    const pairs = await playBoth(fc.sample(conversation, { numRuns, seed }));

    const others = pairs.filter((pair) => !isSame(pair));
    const named = others.map((pair) => ({ pair, name: differences.find(({ holds }) => holds(pair))?.name }));
    const counts = differences.map(({ name }) => `${named.filter((one) => one.name === name).length} × ${name}`);
    process.stdout.write(`  ${pairs.length - others.length} of ${pairs.length} the same; ${counts.join('; ')}\n`);

    const unnamed = named.filter(({ name }) => name === undefined).map(({ pair }) => JSON.stringify(pair));
    expect(unnamed).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(2000);
    expect(others.length).toBeLessThan(pairs.length / 10);
    // The conversations include every outcome.
    const outcomes = new Set(pairs.map(({ ours }) => ours.outcome.type));
    expect([...outcomes].sort()).toEqual(['completed', 'deferred', 'failed']);
    const ends = new Set(pairs.flatMap(({ ours }) => Object.values(ours.ends)));
    expect([...ends]).toEqual(expect.arrayContaining(['denied', 'failed', 'retry', 'returned', 'skipped']));
  });

  it('an input of an external tool is checked here, before anybody is asked', async () => {
    const calls = [{ tool: 'outside', input: { do: 'any', v: 'no number', yes: '' } }];

    const [pair] = await playBoth([{ ...plain, responses: [{ calls }] }]);

    expect(pair?.theirs.asked).toEqual([[[], ['c0-0'], []]]);
    expect(pair?.ours).toMatchObject({ asked: [], ends: { 'c0-0': 'retry' } });
  });

  it('a tool that defers once it has its yes is asked about again here, in the same run', async () => {
    const calls = [{ tool: 'guarded', input: { do: 'question', v: 1, yes: '' } }];

    const [pair] = await playBoth([{ ...plain, responses: [{ calls }] }]);

    expect(pair?.theirs.outcome).toEqual({ type: 'deferred', left: ['c0-0'] });
    expect(pair?.ours).toMatchObject({
      outcome: { type: 'completed', output: 'Done.' },
      asked: [
        [['c0-0'], [], []],
        [[], [], ['c0-0']],
      ],
    });
  });
});

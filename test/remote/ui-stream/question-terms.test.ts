import { describe, expect, it } from 'vitest';
import { idsOf, remoteAgent } from '../../support/remote-agent.js';
import { asks, calls, gives, says, waits, whole } from '../../support/ui-chunks.js';

const answered = { chunks: whole(gives('a', 'gone'), says('Done.')) };

describe('A server that says something about its own question', () => {
  it.each([
    ['nothing is waited for', { terms: { wants: 'nothing' } }],
    ['a result is waited for', { terms: { wants: 'result' } }],
    ['it is over', { terms: { expiresAt: 1 } }],
    ['edits are taken', { terms: { edits: 'taken' } }],
    ['what no wire says', { terms: 'nothing', kept: { a: 1 } }],
  ])('C336 cannot hide the request from people: %s', async (_, more) => {
    const { run, asked } = await remoteAgent([
      { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a', more)) },
      answered,
    ]);

    const { outcome } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['a'], calls: [] }]);
    expect(outcome.type).toBe('completed');
  });

  it('C336 cannot do so in the metadata of a call either', async () => {
    const providerMetadata = { countersign: { approval: { id: 'x', terms: { wants: 'nothing' } } } };
    const call = { ...calls('a', 'delete', { path: 'a' }), providerMetadata };
    const { run, asked } = await remoteAgent([{ chunks: waits(call, asks('a')) }, answered]);

    await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['a'], calls: [] }]);
  });
});

import {
  buildResults,
  createAgent,
  type DeferredCall,
  isDeferred,
  type RunOutcome,
  type StoredRun,
  storeRun,
  tool,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { remoteAgent } from '../support/remote-agent.js';
import { approvalRequest, openResponse, textStep, toolInput, toolOutput, wholeResponse } from '../support/ui-chunks.js';

const scripted = [{ calls: [{ toolName: 'write', input: { path: '/production' } }] }, 'Done.'];

/** A run with a pending approval for `/production`, in a storage that others can write to. */
async function parkedRun() {
  const ran: string[] = [];
  const write = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    execute: ({ path }) => ran.push(path),
  });
  const agent = createAgent({ model: scriptedModel(scripted), tools: { write } });
  const outcome = await agent.run('Write it', { deferredToolHandler: null }).outcome;
  if (!isDeferred(outcome)) throw new Error(`The run ended ${outcome.type}.`);
  return { agent, ran, stored: JSON.parse(JSON.stringify(storeRun(outcome))) as StoredRun };
}

function withApprovals(stored: StoredRun, change: (call: DeferredCall) => readonly DeferredCall[]): StoredRun {
  const { approvals = [], calls: external = [], metadata = {} } = stored.requests ?? {};
  return { ...stored, requests: { calls: external, metadata, approvals: approvals.flatMap(change) } };
}

const shown = { path: '/drafts' };
const withoutDigest = ({ digest: _, ...call }: DeferredCall): DeferredCall => call;

const changes: readonly (readonly [name: string, change: (call: DeferredCall) => readonly DeferredCall[]])[] = [
  ['shows another input and has the old digest', (call) => [{ ...call, input: shown }]],
  ['shows another input and has no digest', (call) => [{ ...withoutDigest(call), input: shown }]],
  ['shows another tool', (call) => [{ ...call, toolName: 'read' }]],
  ['shows the call twice', (call) => [call, { ...call, input: shown }]],
  ['shows another input of a call that had begun', (call) => [{ ...call, input: shown, interrupted: { since: 1 } }]],
];

function approve(
  { agent, stored }: Pick<Awaited<ReturnType<typeof parkedRun>>, 'agent' | 'stored'>,
  { requests }: StoredRun,
): Promise<RunOutcome> {
  if (requests === undefined) throw new Error('Nothing waits.');
  const deferredToolResults = buildResults(requests, { approveAll: true });
  return agent.run(undefined, { resumeFrom: { ...stored, requests }, deferredToolResults }).outcome;
}

describe('A stored batch that was changed', () => {
  it.each(changes)('runs nothing that it does not show: it %s', async (_, change) => {
    const { agent, ran, stored } = await parkedRun();

    const outcome = await approve({ agent, stored }, withApprovals(stored, change));

    expect(ran).toEqual([]);
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'digest-mismatch' } });
  });

  it('runs what it shows where it is as it was', async () => {
    const { agent, ran, stored } = await parkedRun();

    await approve(
      { agent, stored },
      withApprovals(stored, (call) => [{ ...call, input: { ...shown, path: '/production' } }]),
    );

    expect(ran).toEqual(['/production']);
  });
});

describe('A stored batch of an agent on a server', () => {
  it('sends no approval of a call that it does not show', async () => {
    const question = { chunks: openResponse(toolInput('a', 'delete', { path: '/production' }), approvalRequest('a')) };
    const { run, server } = await remoteAgent(
      [question, { chunks: wholeResponse(toolOutput('a', 'gone'), textStep('Done.')) }],
      {
        answers: [() => null],
      },
    );
    const { outcome } = await run();
    const stored = JSON.parse(JSON.stringify(storeRun(outcome))) as StoredRun;
    const changed = withApprovals(stored, (call) => [{ ...call, input: shown }]);
    if (changed.requests === undefined) throw new Error('Nothing waits.');

    const deferredToolResults = buildResults(changed.requests, { approveAll: true });
    const later = await run(null, { resumeFrom: changed, deferredToolResults });

    expect(later.outcome).toMatchObject({ type: 'failed', error: { code: 'digest-mismatch' } });
    expect(server.requests).toHaveLength(1);
  });
});

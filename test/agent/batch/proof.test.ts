import {
  type AgentOptions,
  allow,
  ask,
  buildResults,
  createPolicy,
  digestCall,
  isDeferred,
  type RunOutcome,
  type ToolMap,
  toolApproved,
} from 'countersign/core';
import { memoryJournal } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { agentWith, errorOf, eventsOf, fileTools, ofType } from '../../conformance/support.js';
import { stepKind } from '../../support/step-keys.js';

const turn = { calls: [{ toolName: 'deleteFile', input: { path: 'a.md' } }] };

function setUp(options: Partial<AgentOptions<ToolMap>> = {}) {
  const { done, tools } = fileTools();
  return { done, ...agentWith<ToolMap>(tools, [turn, 'ok'], options) };
}

function deferred(outcome: RunOutcome<unknown>) {
  if (!isDeferred(outcome)) throw new Error(`The run is ${outcome.type}.`);
  return outcome;
}

const park = async (options: Partial<AgentOptions<ToolMap>> = {}) => {
  const made = setUp(options);
  return { ...made, parked: deferred(await made.agent.run('go', { deferredToolHandler: null }).outcome) };
};

describe('the proof that what was shown is what runs', () => {
  it('goes with every call that a run leaves open', async () => {
    const { parked } = await park();

    const digest = await digestCall({ toolName: 'deleteFile', input: { path: 'a.md' } });
    expect(parked.requests.approvals.map((call) => call.digest)).toEqual([digest]);
    expect(buildResults(parked.requests, { approveAll: true }).digests).toEqual({ 'call-1': digest });
  });

  it('lets an answer from storage through when the call is the same, edited or not', async () => {
    for (const answer of [true, toolApproved({ overrideArgs: { path: 'b.md' } })]) {
      const { agent, done, parked } = await park();
      const requests = JSON.parse(JSON.stringify(parked.requests));
      const messages = JSON.parse(JSON.stringify(parked.messages));
      const deferredToolResults = JSON.parse(
        JSON.stringify(buildResults(requests, { approvals: { 'call-1': answer } })),
      );

      const outcome = await agent.run(undefined, { messages, deferredToolResults }).outcome;

      expect(outcome.type).toBe('completed');
      expect(done).toEqual([answer === true ? 'delete a.md approved' : 'delete b.md approved']);
    }
  });

  it('refuses an answer to a call that is another by now, and nothing runs', async () => {
    const { agent, done, parked } = await park();
    const deferredToolResults = buildResults(parked.requests, { approveAll: true });
    const messages = JSON.parse(JSON.stringify(parked.messages).replaceAll('a.md', '.env'));

    const outcome = await agent.run(undefined, { messages, deferredToolResults }).outcome;

    expect(errorOf(outcome)).toMatchObject({ code: 'digest-mismatch' });
    expect(done).toEqual([]);
  });

  it('holds for what a policy makes of an input, and notices when the policy makes something else of it', async () => {
    const rewriteTo = (path: string) =>
      createPolicy({ rules: [allow({ tool: 'x' }), ask({ tool: 'deleteFile' }, { rewrite: () => ({ path }) })] });
    const { agent, done, parked } = await park({ policy: rewriteTo('trash/a.md') });
    expect(parked.requests.approvals[0]?.input).toEqual({ path: 'trash/a.md' });
    const deferredToolResults = buildResults(parked.requests, { approveAll: true });
    const { messages } = parked;

    const other = await agent.run(undefined, { messages, deferredToolResults, policy: rewriteTo('b.md') }).outcome;
    expect(errorOf(other)).toMatchObject({ code: 'digest-mismatch' });
    expect(done).toEqual([]);
    const same = await agent.run(undefined, { messages, deferredToolResults }).outcome;
    expect(same.type).toBe('completed');
    expect(done).toEqual(['delete trash/a.md approved']);
  });

  it('is kept in the journal with the question, and told with it', async () => {
    const { agent } = setUp();
    const journal = memoryJournal();

    const run = agent.run('go', {
      journal,
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': toolApproved({ overrideArgs: { path: 'b.md' } }) } }),
    });
    const events = await eventsOf(run);

    const digestOf = (path: string) => digestCall({ toolName: 'deleteFile', input: { path } });
    const asked = { approvals: [{ digest: await digestOf('a.md') }] };
    const kept = journal.writes.find(({ key }) => stepKind(key) === 'asked')?.value;
    expect(kept).toMatchObject({ value: { requests: asked } });
    expect(ofType(events, 'deferred-request')[0]?.requests).toMatchObject(asked);
  });
});

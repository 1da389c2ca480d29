import {
  type Agent,
  type AskFunction,
  buildResults,
  createAgent,
  type HandlerContext,
  type ToolRunContext,
  toolFor,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** What the tools of {@link describeAgent} need. */
export interface ContractDeps {
  readonly user: { readonly name: string };
}

/** Makes an agent that stands for another, such as a wrapper. */
export type WrapAgent = (inner: Agent<ContractDeps>) => Agent<ContractDeps>;

/**
 * What any agent that stands for another has to do: pass handler, `ask`, deps and metadata through unchanged. Call it
 * within a `describe`.
 */
export function describeAgent(wrap: WrapAgent): void {
  it('C96 passes deferredToolHandler, deps and metadata through unchanged', async () => {
    const { agent, seen, deps, metadata } = contract(wrap);
    let ctx: HandlerContext<ContractDeps> | undefined;

    const outcome = await agent.run('go', {
      deps,
      metadata,
      deferredToolHandler: (requests, context) => {
        ctx = context;
        return buildResults(requests, { approveAll: true, metadata: { 'call-1': { by: 'Ada' } } });
      },
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(ctx?.deps).toBe(deps);
    expect(ctx?.metadata).toEqual(metadata);
    expect(ctx?.askedAt).toBeGreaterThan(0);
    expect(seen).toMatchObject([{ toolCallApproved: true, toolCallMetadata: { by: 'Ada' }, metadata }]);
    expect(seen[0]?.deps).toBe(deps);
  });

  it('C96 passes ask through unchanged', async () => {
    const { agent, seen, deps } = contract(wrap);
    const asked: unknown[] = [];
    const ask: AskFunction = async ({ requests, agentPath, round }) => {
      asked.push({ agentPath, round, ids: requests.approvals.map(({ toolCallId }) => toolCallId) });
      return buildResults(requests, { approveAll: true });
    };

    const outcome = await agent.run('go', { deps, ask }).outcome;

    expect(outcome.type).toBe('completed');
    expect(asked).toEqual([{ agentPath: ['inner'], round: 1, ids: ['call-1'] }]);
    expect(seen).toHaveLength(1);
  });

  it('C96 passes through that nobody can be asked, the history and the answers', async () => {
    const { agent, seen, deps } = contract(wrap);
    const first = await agent.run('go', {
      deps,
      deferredToolHandler: null,
      ask: () => Promise.reject(new Error('asked')),
    }).outcome;

    const outcome = await agent.run(undefined, {
      deps,
      messages: first.messages,
      conversationId: first.conversationId,
      deferredToolResults: { approvals: { 'call-1': { kind: 'tool-approved' } }, calls: {}, metadata: {}, defer: [] },
    }).outcome;

    expect(first).toMatchObject({ type: 'deferred', requests: { approvals: [{ toolCallId: 'call-1' }] } });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.', conversationId: first.conversationId });
    expect(seen).toHaveLength(1);
  });

  it('C96 stops with its run, and returns the same events to every reader', async () => {
    const { agent, seen, deps } = contract(wrap);
    const run = agent.run('go', { deps, deferredToolHandler: () => new Promise(() => {}) });
    for await (const event of run) if (event.type === 'deferred-request') run.abort('enough');

    const outcome = await run.outcome;
    const types: string[] = [];
    for await (const event of run) types.push(event.type);

    expect(outcome).toMatchObject({ type: 'aborted', reason: 'enough', runId: run.runId });
    expect(types.at(0)).toBe('run-start');
    expect(types.at(-1)).toBe('run-end');
    expect(seen).toEqual([]);
  });
}

function contract(wrap: WrapAgent) {
  const seen: ToolRunContext<ContractDeps>[] = [];
  const act = toolFor<ContractDeps>()({
    inputSchema: z.object({}),
    requiresApproval: true,
    execute: (_, ctx) => void seen.push(ctx),
  });
  const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'Done.']);
  const inner = createAgent({ model, name: 'inner', tools: { act } });
  return { agent: wrap(inner), seen, deps: { user: { name: 'Ada' } }, metadata: { tenant: 'analytical' } };
}

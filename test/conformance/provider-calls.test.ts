import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  allow,
  callRecord,
  createAgent,
  createGrants,
  createPolicy,
  isToolPart,
  type RunOptions,
  storeRun,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { finish, partsModel } from '../agent/model/support.js';
import { converse, eventsOf, ofType, until } from './support.js';

const call = { toolCallId: 'mcp', toolName: 'mcp.short', input: '{"url":"u"}', providerExecuted: true, dynamic: true };
const asked: readonly LanguageModelV4StreamPart[] = [
  { type: 'tool-call', ...call },
  { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'mcp' },
  finish('tool-calls'),
];
/** The provider says the call again, under its own id, and what came of it. */
const ran: readonly LanguageModelV4StreamPart[] = [
  { type: 'tool-call', ...call },
  { type: 'tool-result', toolCallId: 'mcp', toolName: 'mcp.short', result: { short: 's' } },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'done' },
  { type: 'text-end', id: '0' },
  finish('stop'),
];
/** The provider says nothing of the call any more. */
const silent = ran.slice(2);

const yes: RunOptions = {
  ask: async () => ({ approvals: { mcp: { kind: 'tool-approved' } }, calls: {}, metadata: {}, defer: [] }),
};
const byPolicy: RunOptions = { policy: createPolicy({ rules: [allow({ tool: 'mcp.*' })] }) };

async function byGrant(): Promise<RunOptions> {
  const grants = createGrants();
  const conversation = converse(createAgent({ name: 'searcher', model: partsModel([asked, silent]) }), { grants });
  conversation.start('go');
  await until(conversation, (state) => state.pending.length > 0);
  await conversation.decide('mcp', true, { remember: { scope: 'tool', for: 'session' } });
  await until(conversation, (state) => state.outcome !== null);
  return { grants };
}

describe('approval of a call that the provider executes', () => {
  it.each([
    ['people', async () => yes],
    ['a policy', async () => byPolicy],
    ['a grant', byGrant],
  ])('C110 is emitted when it comes from %s', async (_, options) => {
    const agent = createAgent({ name: 'searcher', model: partsModel([asked, ran]) });

    const run = agent.run('go', await options());
    const events = await eventsOf(run);

    expect((await run.outcome).type).toBe('completed');
    expect(ofType(events, 'approval-responded')).toMatchObject([
      { toolCallId: 'mcp', toolName: 'mcp.short', approved: true },
    ]);
  });

  it('C110 is emitted when a later run sends it', async () => {
    const parked = await createAgent({ model: partsModel([asked]) }).run('go').outcome;
    const stored = JSON.parse(JSON.stringify(storeRun(parked)));

    const run = createAgent({ model: partsModel([ran]) }).run(undefined, {
      resumeFrom: stored,
      deferredToolResults: { approvals: { mcp: { kind: 'tool-approved' } }, calls: {}, metadata: {}, defer: [] },
    });

    expect(ofType(await eventsOf(run), 'approval-responded')).toMatchObject([{ toolCallId: 'mcp' }]);
  });

  it.each([
    ['people', {}],
    ['a policy', byPolicy],
  ])('C110 of %s ends the waiting state in the UI', async (_, options) => {
    const conversation = converse(createAgent({ model: partsModel([asked, silent]) }), options);

    conversation.start('go');
    if (options !== byPolicy) {
      await until(conversation, (state) => state.pending.length > 0);
      await conversation.decide('mcp', true);
    }
    const { messages } = await until(conversation, (state) => state.outcome !== null);

    const [part] = messages.flatMap(({ parts }) => parts.filter(isToolPart));
    expect(part).toMatchObject({ state: 'approval-responded', approval: { approved: true } });
    expect(part && callRecord(part).phase).toBe('running');
  });
});

describe('a provider’s metadata of its response', () => {
  const citations = [
    {
      source: { type: 'source' as const, sourceType: 'url' as const, id: 's', url: 'https://a.test' },
      startIndex: 0,
      endIndex: 4,
      citedText: 'as it says',
    },
  ];
  const about = { acme: { logprobs: [1, 2] } };
  const response: readonly LanguageModelV4StreamPart[] = [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'fact' },
    { type: 'text-end', id: '0', citations },
    { ...finish('stop'), providerMetadata: about },
  ];

  it('C110 reaches the events, the outcome and the page: citations, and the metadata of the whole response', async () => {
    const conversation = converse(createAgent({ model: partsModel([response]) }));

    conversation.start('go');
    const { outcome, events, messages } = await until(conversation, (state) => state.outcome !== null);

    expect(ofType(events, 'text-end')).toMatchObject([{ citations }]);
    expect(ofType(events, 'step-end')).toMatchObject([{ providerMetadata: about }]);
    expect(outcome).toMatchObject({ type: 'completed', providerMetadata: about });
    expect(messages.at(-1)?.parts.at(-1)).toEqual({ type: 'text', text: 'fact', state: 'done', citations });
  });

  it('C110 adds no member if it is absent', async () => {
    const run = createAgent({ model: partsModel([silent]) }).run('go');
    const events = await eventsOf(run);

    const keys = events.flatMap((event) => Object.keys(event));
    expect(keys).not.toContain('providerMetadata');
    expect(keys).not.toContain('citations');
    expect(await run.outcome).not.toHaveProperty('providerMetadata');
  });
});

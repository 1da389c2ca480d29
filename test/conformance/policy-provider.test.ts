import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { allow, block, createAgent, createPolicy, deny } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { finish, partsModel } from '../agent/model/support.js';
import { eventsOf, ofType } from './support.js';

const asked: readonly LanguageModelV4StreamPart[] = [
  {
    type: 'tool-call',
    toolCallId: 'mcp',
    toolName: 'mcp.short',
    input: '{"url":"u"}',
    providerExecuted: true,
    dynamic: true,
  },
  { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'mcp' },
  finish('tool-calls'),
];
const answer: readonly LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'done' },
  { type: 'text-end', id: '0' },
  finish('stop'),
];

describe('a call that the provider would run', () => {
  it.each([
    [allow({ tool: 'mcp.*' }), { approved: true }],
    [deny({ tool: 'mcp.*' }, 'Not there.'), { approved: false, reason: 'Not there.' }],
    [block({ tool: 'mcp.*' }, 'Never.'), { approved: false, reason: 'Never.' }],
  ])('C85 is decided by the policy before people are asked: %o', async (rule, expected) => {
    const model = partsModel([asked, answer]);
    const agent = createAgent({ model, policy: createPolicy({ rules: [rule] }) });
    let questions = 0;

    const run = agent.run('go', {
      deferredToolHandler: () => {
        questions += 1;
        return null;
      },
    });
    const events = await eventsOf(run);

    expect((await run.outcome).type).toBe('completed');
    expect(questions).toBe(0);
    expect(ofType(events, 'policy-decision')).toMatchObject([{ toolCallId: 'mcp', effect: rule.effect.type }]);
    expect(model.requests[1]?.prompt.at(-1)).toEqual({
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'mcpr_1', ...expected }],
    });
  });
});

import { isToolUIPart } from 'ai';
import { block, buildResults, createPolicy, type DeferredCall, decisionRecord, deny, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callRecord } from '../../src/conversation/messages/call-record.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { agentWith, converse, eventsOf, ofType, until } from './support.js';

const words = { feed: defaultStrings.feed, calls: defaultStrings.card, format: feedFormat('en') };
const inputSchema = z.object({ token: z.string().optional(), name: z.string() });
const inputs = [{ name: 'milk' }, { token: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', name: 'eggs' }];
const calls = { calls: inputs.map((input) => ({ toolName: 'delete_note', input })) };

describe('calls of a tool without a description', () => {
  it('C371 differ by their titles, in batches and in events', async () => {
    const remove = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
    const { agent } = agentWith({ delete_note: remove }, [calls, 'Done.']);
    const shown: DeferredCall[] = [];

    const run = agent.run('go', {
      deferredToolHandler: (requests) => {
        shown.push(...requests.approvals);
        return buildResults(requests, { approveAll: true });
      },
    });
    const started = (await eventsOf(run)).flatMap((event) => (event.type === 'tool-start' ? [event.title] : []));

    expect(shown.map(({ title }) => title)).toEqual(['Delete note: milk', 'Delete note: eggs']);
    expect(started).toEqual(['Delete note: milk', 'Delete note: eggs']);
  });

  it.each([
    ['throws', () => JSON.parse('{')],
    ['returns a blank title', () => ({ title: ' ' })],
    ['returns no object', () => 'milk'],
  ])('C371 have that title if describe %s, without values that the tool hides', async (_, describeWrongly) => {
    const remove = tool({
      inputSchema,
      requiresApproval: true,
      describe: describeWrongly as never, // as plain JavaScript may
      redact: () => ({ hide: [['name']] }),
      execute: () => 'done',
    });
    const { agent } = agentWith({ delete_note: remove }, [{ calls: [calls.calls[0] ?? never()] }, 'Done.']);
    const titles: string[] = [];

    await agent.run('go', {
      deferredToolHandler: (requests) => {
        titles.push(...requests.approvals.map(({ title }) => title));
        return buildResults(requests, { approveAll: true });
      },
    }).outcome;

    expect(titles).toEqual(['Delete note']);
  });
});

describe('calls that a policy refuses', () => {
  it.each([
    ['blocks', block({ tool: 'delete_note' }, 'Closed.')],
    ['denies', deny({ tool: 'delete_note' }, 'Closed.')],
  ])('C416 have the title of other calls if a rule %s them, in messages, activity and records', async (_, rule) => {
    const remove = tool({ inputSchema, execute: () => 'done' });
    const policy = createPolicy({ rules: [rule] });
    const { agent } = agentWith({ delete_note: remove }, [calls, 'Done.'], { policy });
    const conversation = converse(agent);

    conversation.start('go');
    const { messages, events } = await until(conversation, ({ outcome }) => outcome !== null);

    const titles = ['Delete note: milk', 'Delete note: eggs'];
    const parts = messages.flatMap((message) => message.parts.filter(isToolUIPart));
    expect(parts.map((part) => callRecord(part).title)).toEqual(titles);
    expect(feedRows(events, words).flatMap(({ title = [] }) => title)).toEqual(titles);
    expect((await decisionRecord(events)).flatMap(({ title = [] }) => title)).toEqual(titles);
  });

  it.each([
    ['blocks', block({ tool: 'delete_note' }, 'Closed.')],
    ['denies', deny({ tool: 'delete_note' }, 'Closed.')],
  ])('C416 hide in that title the values that the tool hides, if a rule %s them', async (_, rule) => {
    const remove = tool({ inputSchema, redact: () => ({ hide: [['name']] }), execute: () => 'done' });
    const policy = createPolicy({ rules: [rule] });
    const { agent } = agentWith({ delete_note: remove }, [calls, 'Done.'], { policy });

    const events = await eventsOf(agent.run('go'));

    const ofCalls = ofType(events, 'policy-decision').filter(({ toolCallId }) => toolCallId !== undefined);
    expect(ofCalls.map(({ title }) => title)).toEqual(['Delete note', 'Delete note']);
  });
});

function never(): never {
  throw new Error('The list has a first call.');
}

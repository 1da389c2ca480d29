import {
  allow,
  ask,
  block,
  buildResults,
  type ConversationOptions,
  createAgent,
  createConversation,
  createPolicy,
  decisionRecord,
  tool,
  toolApproved,
} from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { InputForm, PendingItem } from '../../src/approval/broker/pending.js';
import { callRecord, isToolPart } from '../../src/conversation/messages/call-record.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import type { EditedCall } from '../../src/protocol/preview.js';
import { defaultStrings } from '../../src/words/strings.js';
import { benchBroker } from '../approval/broker/broker-support.js';
import { feedRows } from '../feed/feed-rows.js';

const words = { feed: defaultStrings.feed, calls: defaultStrings.card, format: feedFormat('en') };
const policy = createPolicy({
  rules: [
    block('fs.delete:/.git/**', 'History stays.'),
    ask('fs.delete:/.env', { reason: 'It holds secrets.' }),
    allow('fs.delete:/tmp/**'),
    ask({ capability: 'fs.delete', except: 'fs.delete:/tmp/**' }, { reason: 'Files are lost.' }),
  ],
});
const removal = tool({
  inputSchema: z.object({ path: z.string().min(1), force: z.boolean().default(false) }),
  describe: ({ path }) => ({ title: `Delete ${path}`, risk: 'high', facts: [`${path.length} letters`] }),
  capabilities: ({ path }) => [`fs.delete:/${path}`],
  preview: ({ path }) => ({ type: 'text', text: `gone: ${path}` }),
  execute: () => 'gone',
});

/** A conversation in which the call `a`, to delete README.md, waits. */
async function waiting(options: Partial<ConversationOptions> = {}, remove = removal) {
  const clock = createVirtualClock();
  const { environment } = clock;
  const turn = { calls: [{ toolCallId: 'a', toolName: 'remove', input: { path: 'README.md' } }] };
  const agent = createAgent({ model: scriptedModel([turn, 'Done.'], environment), tools: { remove }, environment });
  const conversation = createConversation(() => ({ agent, policy, ...options }), environment);
  conversation.start('go');
  await clock.settle();
  const state = () => conversation.store.getState();
  const item = (): PendingItem | undefined => state().pending[0]?.items[0];
  const form = conversation.formOf(item()?.id ?? '') as InputForm;
  const rename = (path: string) => conversation.decide('a', toolApproved({ overrideArgs: { path } }));
  return { clock, conversation, state, item, form, rename };
}

const wanted = new AbortController().signal;

describe('an edited call', () => {
  it('C418 is described, decided about by the policies and previewed before it is approved', async () => {
    const { form, item } = await waiting();

    const env = await form.describe?.({ path: '.env' }, wanted);
    const inGit = await form.describe?.({ path: '.git/HEAD' }, wanted);

    expect(item()?.call).toMatchObject({ title: 'Delete README.md', reason: 'Files are lost.' });
    expect(env).toEqual({
      title: 'Delete .env',
      risk: 'high',
      facts: ['4 letters'],
      effectiveInput: { path: '.env', force: false },
      capabilities: ['fs.delete:/.env'],
      asksFor: ['fs.delete:/.env'],
      reason: 'It holds secrets.',
    });
    expect(inGit).toMatchObject({ title: 'Delete .git/HEAD', refusal: 'Not allowed: History stays.' });
    expect(await form.describe?.({ path: 'tmp/a' }, wanted)).not.toHaveProperty('reason');
    expect(await form.describe?.({ path: '' }, wanted)).toBeUndefined();
    expect(await form.preview?.({ path: '.env' }, wanted)).toEqual({ type: 'text', text: 'gone: .env' });
  });

  it('C419 is named by the decision, messages, activity and records, with its former title', async () => {
    const { clock, state, rename } = await waiting();

    expect(await rename('.env')).toEqual({ status: 'accepted' });
    await clock.settle();

    const events = [...state().events];
    expect(events.find(({ type }) => type === 'answer')).toMatchObject({ editedCall: { title: 'Delete .env' } });
    const part = state()
      .messages.flatMap(({ parts }) => parts)
      .find(isToolPart);
    expect(part && callRecord(part)).toMatchObject({ title: 'Delete .env', formerTitle: 'Delete README.md' });
    expect(feedRows(events, words).find(({ title }) => title === 'Delete .env')).toMatchObject({
      words: 'Delete .env: done',
      notes: [expect.anything(), 'was: Delete README.md', 'approved with edits'],
    });
    const [entry] = await decisionRecord(events);
    expect(entry).toMatchObject({ title: 'Delete README.md', edit: { title: 'Delete .env', input: { path: '.env' } } });
  });

  it('C419 has its former title again after the approval is retracted', async () => {
    const { clock, conversation, state, item, rename } = await waiting({ sendDelay: 5_000 });
    await rename('.env');
    await clock.advance(20); // a frame
    const record = () => {
      const part = state()
        .messages.flatMap(({ parts }) => parts)
        .find(isToolPart);
      return part && callRecord(part);
    };
    expect(item()?.state).toMatchObject({ status: 'decided', editedCall: { title: 'Delete .env' } });
    expect(record()).toMatchObject({ title: 'Delete .env', formerTitle: 'Delete README.md' });
    const row = () => feedRows([...state().events], words).find(({ title }) => title?.startsWith('Delete'));
    expect(row()).toMatchObject({ title: 'Delete .env', notes: expect.arrayContaining(['was: Delete README.md']) });
    expect((await decisionRecord([...state().events]))[0]).toMatchObject({ edit: { title: 'Delete .env' } });

    conversation.retract(item()?.id ?? '');
    await clock.advance(20);

    expect(item()?.state).toEqual({ status: 'waiting' });
    expect(record()).toMatchObject({ title: 'Delete README.md' });
    expect(record()).not.toHaveProperty('formerTitle');
    expect(row()).toMatchObject({ title: 'Delete README.md', notes: [expect.stringContaining('Files are lost')] });
    expect((await decisionRecord([...state().events]))[0]).not.toHaveProperty('edit');
  });

  it('C419 is named when it starts, if a handler of the app edited it', async () => {
    const { state } = await waiting({
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { a: toolApproved({ overrideArgs: { path: '.env' } }) } }),
    });

    const events = [...state().events];
    expect(events.map(({ type }) => type)).not.toContain('answer');
    const part = state()
      .messages.flatMap(({ parts }) => parts)
      .find(isToolPart);
    expect(part && callRecord(part)).toMatchObject({ title: 'Delete .env', formerTitle: 'Delete README.md' });
    expect(feedRows(events, words).find(({ title }) => title === 'Delete .env')).toMatchObject({
      words: 'Delete .env: done',
      notes: expect.arrayContaining(['was: Delete README.md']),
    });
    expect((await decisionRecord(events))[0]).toMatchObject({
      title: 'Delete README.md',
      edit: { title: 'Delete .env' },
    });
  });

  it('C420 has its default title if it cannot be described within a second', async () => {
    const { clock, broker, ask: put } = benchBroker();
    const describe = vi.fn((): Promise<EditedCall | undefined> => new Promise(() => {}));
    const form = (): InputForm => ({ schema: async () => undefined, check: async () => [], describe });
    const { reports } = put('b', { approvals: ['a'], form });
    const item = broker.pending[0]?.items[0];

    const decided = broker.respond(item?.id ?? '', toolApproved({ overrideArgs: { path: '.env' } }));
    await clock.settle();
    expect(broker.pending[0]?.items[0]?.state.status).toBe('checking');
    await clock.advance(1_000);

    expect(await decided).toEqual({ status: 'accepted' });
    expect(describe).toHaveBeenCalledOnce();
    expect(reports).toMatchObject([{ type: 'answer', editedCall: { title: 'Write: .env', known: 'title' } }]);
  });

  it('C420 has its default title if it cannot be described', async () => {
    const { broker, ask: put } = benchBroker();
    const { reports } = put('b', { approvals: ['a', 'c'] });
    const [item, other] = broker.pending[0]?.items ?? [];

    await broker.respond(item?.id ?? '', toolApproved({ overrideArgs: { path: '.env' } }));
    await broker.respond(other?.id ?? '', toolApproved({ overrideArgs: { path: 'c' } }));

    expect(reports[0]).toMatchObject({ editedCall: { title: 'Write: .env', known: 'title' } });
    // An edit that changes nothing is none.
    expect(reports[1]).not.toHaveProperty('editedCall');
  });
});

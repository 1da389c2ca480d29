import {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createConversation,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import type { ScriptedTurn } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { nextTask } from '../../src/agent/plumbing/next-task.js';
import { scriptedAgent } from '../conformance/support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };

function converse(turns: readonly ScriptedTurn[], more: Partial<ConversationOptions> = {}) {
  const scripted = scriptedAgent(turns);
  const conversation = createConversation(() => ({ agent: scripted.agent, ...more }), {
    scheduleFrame: (apply) => {
      queueMicrotask(apply);
      return () => {};
    },
  });
  return { ...scripted, conversation };
}

/** Resolves as soon as the state is as wished. */
function until(conversation: Conversation, wish: (state: ConversationState) => boolean): Promise<ConversationState> {
  return new Promise((resolve) => {
    const check = (state: ConversationState): void => {
      if (!wish(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = conversation.store.subscribe(check);
    check(conversation.store.getState());
  });
}

const waiting = (conversation: Conversation) => until(conversation, (state) => state.pending.length > 0);
const idle = (conversation: Conversation) => until(conversation, (state) => state.outcome !== null);

describe('a conversation', () => {
  it('shows one batch, takes the answers and goes on in the same run', async () => {
    const { conversation, done } = converse([{ calls: [remove, clear] }, 'Done.']);
    conversation.start('go');
    const { pending } = await waiting(conversation);

    const first = await conversation.decide('call-1', toolDenied('no'));
    const second = await conversation.decide(
      'call-2',
      toolApproved({ overrideArgs: { path: '.env', content: 'A=1' } }),
    );
    const state = await idle(conversation);

    expect(pending).toMatchObject([
      { round: 1, items: [{ kind: 'approval' }, { kind: 'approval', metadata: { reason: 'protected' } }] },
    ]);
    expect([first, second]).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    expect(done).toEqual(['write .env "A=1"']);
    expect(state).toMatchObject({ status: 'idle', pending: [], outcome: { type: 'completed', output: 'Done.' } });
    expect(state.messages.at(-1)?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'tool-deleteFile', state: 'output-denied', approval: { approved: false, reason: 'no' } },
      { type: 'tool-writeFile', state: 'output-available', approval: { approved: true } },
      { type: 'steering-message', parts: [{ text: expect.stringContaining('The user changed the arguments') }] },
      { type: 'step-start' },
      { type: 'text', text: 'Done.', state: 'done' },
    ]);
  });

  it('refuses an edit that breaks the schema, names the field and keeps the call open', async () => {
    const { conversation } = converse([{ calls: [clear] }, 'Done.']);
    conversation.start('go');
    await waiting(conversation);

    const outcome = await conversation.decide('call-1', toolApproved({ overrideArgs: { path: '.env', content: 7 } }));

    expect(outcome).toMatchObject({ status: 'invalid', issues: [{ path: ['content'] }] });
    expect(conversation.store.getState().pending[0]?.items[0]?.state).toEqual({ status: 'waiting' });
  });

  it('takes one answer for a call, however often it is given', async () => {
    const { conversation, done } = converse([{ calls: [remove] }, 'Done.']);
    conversation.start('go');
    await waiting(conversation);

    const outcomes = await Promise.all([conversation.decide('call-1', true), conversation.decide('call-1', true)]);
    await idle(conversation);
    const later = await conversation.decide('call-1', false);

    expect(outcomes).toEqual([{ status: 'accepted' }, { status: 'late', reason: 'answered' }]);
    expect(later).toEqual({ status: 'late', reason: 'answered' });
    expect(done).toEqual(['delete a approved']);
  });

  it('rejects an id that no batch asked about, and a yes for an external call', async () => {
    const { conversation } = converse([{ calls: [pick] }, 'Done.']);
    conversation.start('go');
    await waiting(conversation);

    await expect(conversation.decide('ghost', true)).rejects.toMatchObject({ code: 'unknown-call' });
    await expect(conversation.decide('call-1', true)).rejects.toMatchObject({ code: 'call-answer' });
    await expect(conversation.decide('call-1', toolReturn({ name: 1 }))).resolves.toMatchObject({ status: 'invalid' });
  });

  it('closes the cards as cancelled when it is stopped, runs nothing, and takes a new message', async () => {
    const { conversation, done, model } = converse([{ calls: [remove] }, 'Hello again.']);
    conversation.start('go');
    await waiting(conversation);

    conversation.stop();
    const stopped = await idle(conversation);
    const late = await conversation.decide('call-1', true);
    conversation.start('again');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(stopped).toMatchObject({ status: 'idle', pending: [], outcome: { type: 'aborted' } });
    expect(stopped.messages.at(-1)?.parts.at(-1)).toMatchObject({
      toolMetadata: { countersign: { phase: 'cancelled' } },
    });
    expect(late).toEqual({ status: 'late', reason: 'cancelled' });
    expect(done).toEqual([]);
    expect(state.outcome).toMatchObject({ output: 'Hello again.' });
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('queues a message that is sent during a batch and sends it afterwards', async () => {
    const { conversation } = converse([{ calls: [remove] }, 'First.', 'Second.']);
    conversation.start('one');
    await waiting(conversation);

    conversation.start('two');
    expect(conversation.store.getState().queued).toEqual(['two']);
    await conversation.decideAll(true);
    const state = await until(
      conversation,
      ({ outcome }) => outcome?.type === 'completed' && outcome.output === 'Second.',
    );

    expect(state.queued).toEqual([]);
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('C126 does not send queued messages after a stop: they wait for a completed run', async () => {
    const { conversation, done, model } = converse([{ calls: [remove] }, 'Hello.', 'Deleted.']);
    conversation.start('one');
    await waiting(conversation);
    conversation.start('delete the rest');

    conversation.stop();
    const stopped = await until(conversation, ({ outcome }) => outcome !== null);
    conversation.start('hello');
    const state = await until(
      conversation,
      ({ outcome }) => outcome?.type === 'completed' && outcome.output === 'Deleted.',
    );

    expect(stopped).toMatchObject({ outcome: { type: 'aborted' }, queued: ['delete the rest'], status: 'idle' });
    expect(model.requests.slice(1).map(({ prompt }) => prompt.at(-1))).toMatchObject([
      { content: [{ text: 'hello' }] },
      { content: [{ text: 'delete the rest' }] },
    ]);
    expect(state.queued).toEqual([]);
    expect(done).toEqual([]);
  });

  it('C126 does not send queued messages after a failed handler', async () => {
    let fail: (reason: Error) => void = () => {};
    const { conversation, model } = converse([{ calls: [remove] }], {
      deferredToolHandler: () => new Promise((_, reject) => (fail = reject)),
    });
    conversation.start('one');
    await until(conversation, ({ events }) => [...events].some(({ type }) => type === 'deferred-request'));
    conversation.start('two');

    fail(new Error('offline'));
    await until(conversation, ({ outcome }) => outcome !== null);
    await nextTask();

    expect(conversation.store.getState()).toMatchObject({
      outcome: { type: 'failed' },
      queued: ['two'],
      status: 'failed',
    });
    expect(model.requests).toHaveLength(1);
  });

  it('runs a client function once it is asked, and gives its failure to the model', async () => {
    let runs = 0;
    const clientTools = {
      pickFile: { execute: () => (++runs === 1 ? { name: 'x.txt' } : Promise.reject(new Error('closed'))) },
    };
    const { conversation, model } = converse([{ calls: [pick] }, { calls: [pick] }, 'Done.'], { clientTools });

    conversation.start('go');
    await idle(conversation);

    const results = model.requests[2]?.prompt.filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([
      { content: [{ output: { type: 'json', value: { name: 'x.txt' } } }] },
      { content: [{ output: { type: 'error-text', value: 'closed' } }] },
    ]);
    expect(runs).toBe(2);
  });

  it('keeps drafts until their batch goes back, since an answer may be taken back', async () => {
    const { conversation } = converse([{ calls: [remove, clear] }, 'Done.']);
    conversation.start('go');
    const { pending } = await waiting(conversation);
    const [one = '', two = ''] = pending[0]?.items.map(({ id }) => id) ?? [];
    conversation.saveDraft(one, { mode: 'deny', reason: 'beca' });
    conversation.saveDraft(two, { mode: 'edit', text: '{' });

    await conversation.decide('call-1', false);
    expect(Object.keys(conversation.store.getState().drafts)).toEqual([one, two]);
    await conversation.decide('call-2', false);
    await idle(conversation);

    expect(conversation.store.getState().drafts).toEqual({});
  });
});

import { type ConversationOptions, createConversation, type RunEvent } from 'countersign/core';
import type { ScriptedTurn } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scriptedAgent, until } from '../conformance/support.js';

type Finish = Parameters<NonNullable<ConversationOptions['onFinish']>>[0];

const remove = { toolName: 'deleteFile', input: { path: 'a' } };

function listen(turns: readonly ScriptedTurn[], fails?: Error) {
  const events: RunEvent[] = [];
  const finished: Finish[] = [];
  const { agent } = scriptedAgent(turns);
  const conversation = createConversation(() => ({
    agent,
    onEvent: (event) => {
      events.push(event);
      if (fails !== undefined) throw fails;
    },
    onFinish: (finish) => {
      finished.push(finish);
      if (fails !== undefined) throw fails;
    },
  }));
  onTestFinished(conversation.dispose);
  return { conversation, events, finished };
}

describe('an app hears', () => {
  it('of each event once, in order, and of the end with all messages', async () => {
    const { conversation, events, finished } = listen([{ calls: [remove] }, 'Gone.']);
    conversation.start('Delete a.');
    await until(conversation, ({ pending }) => pending.length > 0);
    expect(finished).toEqual([]);
    await conversation.decide('call-1', true);
    const { messages, outcome } = await until(conversation, (state) => state.outcome !== null);

    expect(events).toEqual([...conversation.store.getState().events]);
    expect(finished).toEqual([{ outcome, messages }]);
    expect(JSON.stringify(messages)).toContain('Gone.');
  });

  it('of a late answer, though its run has ended', async () => {
    const { conversation, events } = listen([{ calls: [remove] }]);
    conversation.start('Delete a.');
    await until(conversation, ({ pending }) => pending.length > 0);
    conversation.stop();
    await until(conversation, ({ outcome }) => outcome?.type === 'aborted');

    await conversation.decide('call-1', true);

    expect(events.filter(({ type }) => type === 'late-answer')).toHaveLength(1);
  });

  it.each([
    ['aborted', [{ calls: [remove] }]],
    ['failed', [{ fails: 'No.', isRetryable: false }]],
  ] as const)('of a run that ends %s, also once its component has gone', async (type, turns) => {
    const { conversation, finished } = listen(turns);
    conversation.start('Delete a.');
    conversation.dispose();

    await vi.waitFor(() => expect(finished).toHaveLength(1));
    expect(['aborted', type]).toContain(finished[0]?.outcome.type);
  });

  it('and what it throws is the page’s to hear of, and no part of the run', async () => {
    const heard = vi.fn();
    vi.stubGlobal('reportError', heard);
    onTestFinished(() => void vi.unstubAllGlobals());
    const fails = new Error('Our log is down.');
    const { conversation, events } = listen(['Done.'], fails);

    conversation.start('Go.');
    const { outcome, error } = await until(conversation, (state) => state.outcome !== null);

    expect({ type: outcome?.type, error }).toEqual({ type: 'completed', error: null });
    expect(heard).toHaveBeenCalledTimes(events.length + 1);
    expect(heard).toHaveBeenCalledWith(fails);
  });
});

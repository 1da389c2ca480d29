import { answerLate, answerTwice, expectBatch } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { makeConversation, removeCall } from './support.js';

describe('answerTwice', () => {
  it('accepts only the first answer', async () => {
    const { clock, conversation, removed } = makeConversation([{ calls: [removeCall('a')] }, 'Done.']);
    conversation.start('go');

    const outcomes = await answerTwice(conversation, 'Remove a', true);
    await clock.runAll();

    expect(outcomes).toEqual([{ status: 'accepted' }, { status: 'late', reason: 'answered' }]);
    expect(removed).toEqual(['a']);
  });
});

describe('answerLate', () => {
  it('changes nothing after a stop', async () => {
    const { clock, conversation, removed } = makeConversation([{ calls: [removeCall('a')] }]);
    conversation.start('go');
    await clock.settle();

    const late = answerLate(conversation, 'Remove a', true);
    conversation.stop();
    await clock.runAll();

    expect(await late).toEqual({ status: 'late', reason: 'cancelled' });
    expect(removed).toEqual([]);
  });

  it('changes nothing after another answer', async () => {
    const { clock, conversation, removed } = makeConversation([{ calls: [removeCall('a')] }, 'Done.']);
    conversation.start('go');
    await clock.settle();

    const late = answerLate(conversation, 'Remove a', true);
    await expectBatch(conversation).deny('Remove a').settled();
    await clock.runAll();

    expect(await late).toEqual({ status: 'late', reason: 'answered' });
    expect(removed).toEqual([]);
  });
});

import { expectBatch } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { makeConversation, removeCall } from './support.js';

describe('expectBatch', () => {
  it('answers each call of a batch by title, id or function, and lets the run continue', async () => {
    const calls = [removeCall('a'), removeCall('b'), removeCall('c'), { toolName: 'pick' }, removeCall('d')];
    const { clock, conversation, removed } = makeConversation([{ calls }, 'Done.']);
    conversation.start('go');

    await expectBatch(conversation)
      .approve('Remove a', { edit: { path: 'A' }, note: 'capital' })
      .deny('call-2', 'Not that one')
      .approve(({ call }) => call.title.endsWith('c'))
      .return('Pick', { name: 'x.txt' })
      .approveRest()
      .settled();
    await clock.runAll();

    expect(removed).toEqual(['A', 'c', 'd']);
    const { outcome } = conversation.store.getState();
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(JSON.stringify(outcome?.messages)).toContain('Not that one');
    expect(JSON.stringify(outcome?.messages)).toContain('x.txt');
  });

  it('waits for each batch in turn', async () => {
    const { clock, conversation, removed } = makeConversation([
      { calls: [removeCall('a')] },
      { calls: [removeCall('b')] },
      'Done.',
    ]);
    conversation.start('go');

    await expectBatch(conversation).approve('Remove a').settled();
    await expectBatch(conversation).deny('Remove b').settled();
    await clock.runAll();

    expect(removed).toEqual(['a']);
    expect(conversation.store.getState().status).toBe('idle');
  });

  it('parks calls', async () => {
    const { clock, conversation } = makeConversation([{ calls: [removeCall('a')] }]);
    conversation.start('go');

    await expectBatch(conversation).park('Remove a').settled();
    await clock.runAll();

    expect(conversation.store.getState().status).toBe('deferred');
  });

  it.each([
    ['nobody', /'nobody' matches no call of the batch.*\n {2}'Remove a' \(call-1, remove, approval, waiting\)/],
    ['Remove a', /matches 2 calls/],
  ])('lists the calls when %s does not match exactly one, and decides nothing', async (which, message) => {
    const { conversation } = makeConversation([{ calls: [removeCall('a'), removeCall('a')] }]);
    conversation.start('go');

    await expect(expectBatch(conversation).approveRest().approve(which).settled()).rejects.toThrow(message);

    expect(conversation.store.getState().pending[0]?.items.every(({ state }) => state.status === 'waiting')).toBe(true);
  });

  it('reports calls without an answer, and decides nothing', async () => {
    const { conversation } = makeConversation([{ calls: [removeCall('a'), removeCall('b')] }]);
    conversation.start('go');

    await expect(expectBatch(conversation).approve('Remove a').settled()).rejects.toThrow(
      /no answer for these calls.*\n {2}'Remove b' \(call-2/,
    );

    expect(conversation.store.getState().pending[0]?.items[0]?.state.status).toBe('waiting');
  });

  it('reports the reason when an answer is not accepted', async () => {
    const { conversation } = makeConversation([{ calls: [{ toolName: 'pick' }] }]);
    conversation.start('go');

    await expect(expectBatch(conversation).return('Pick', { name: 1 }).settled()).rejects.toThrow(
      /'Pick' \(call-1\) was not accepted: .*"invalid".*"name"/,
    );
  });

  it('reports the outcome of a run without a batch', async () => {
    const { clock, conversation } = makeConversation(['Nothing to do.']);
    conversation.start('go');
    const settled = expectBatch(conversation).approveRest().settled();
    const rejected = expect(settled).rejects.toThrow(/ended as 'completed' without a batch/);

    await clock.runAll();

    await rejected;
  });
});

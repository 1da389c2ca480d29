import {
  type ConversationOptions,
  createAgent,
  createConversation,
  decisionRecord,
  HandlerError,
  tool,
  toolApproved,
  toolExpired,
} from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { benchBroker } from '../approval/broker/broker-support.js';
import { errorOf, lastResults, ofType } from './support.js';

const minute = 60_000;
const path = z.object({ path: z.string() });

/** A conversation in which two calls wait: one for a yes, one for its result. */
async function waiting(options: Partial<ConversationOptions>) {
  const clock = createVirtualClock();
  const { environment } = clock;
  const done: string[] = [];
  const tools = {
    remove: tool({ inputSchema: path, requiresApproval: true, execute: (input) => void done.push(input.path) }),
    pick: tool({ inputSchema: z.object({}) }),
  };
  const calls = [
    { toolName: 'remove', input: { path: 'a' } },
    { toolName: 'pick', input: {} },
  ];
  const model = scriptedModel([{ calls }, 'Then not.'], environment);
  const agent = createAgent({ model, tools, environment });
  const conversation = createConversation(() => ({ agent, ...options }), environment);
  conversation.start('go');
  await clock.settle();
  await clock.advance(16);
  const state = () => conversation.store.getState();
  return { clock, conversation, done, model, state };
}

describe('a batch that nobody answers in time', () => {
  it('C91 ends each of its calls as expired, and the model reads that nobody answered, not a denial', async () => {
    const { clock, done, model, state } = await waiting({ expiry: { after: minute } });
    const [batch] = state().pending;

    await clock.advance(minute - 17);
    const before = state().status;
    await clock.advance(100);

    expect(batch?.expiresAt).toBe(batch?.items[0]?.expiresAt);
    expect(before).toBe('waiting');
    expect(state()).toMatchObject({ status: 'idle', pending: [], outcome: { type: 'completed', output: 'Then not.' } });
    expect(done).toEqual([]);
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => JSON.stringify(output))).toEqual([
      expect.stringMatching(/Nobody answered in time/),
      expect.stringMatching(/Nobody answered in time/),
    ]);
    expect(ofType(state().events, 'tool-end').map(({ end }) => end)).toEqual([
      { status: 'expired' },
      { status: 'expired' },
    ]);
    expect(ofType(state().events, 'answer').map(({ answer, by }) => ({ answer, by }))).toEqual([
      { answer: toolExpired(), by: { type: 'expiry' } },
      { answer: toolExpired(), by: { type: 'expiry' } },
    ]);
    expect(clock.timers).toBe(0);
  });

  it('C91 has the deadline of each call in the events', async () => {
    const at = Date.UTC(2030, 0, 1);
    const all = await waiting({ expiry: { after: minute } });
    const one = await waiting({
      deferredToolHandler: (requests, { ask }) => ask(requests, { expiresAt: { 'call-2': at, 'call-1': Infinity } }),
    });
    const none = await waiting({ expiry: { after: Infinity } });

    expect([all, one, none].map(({ state }) => ofType(state().events, 'deadline'))).toMatchObject([
      [{ expiresAt: { 'call-1': at + minute, 'call-2': at + minute } }],
      [{ expiresAt: { 'call-2': at } }],
      [],
    ]);
    const shown = all.state().pending[0]?.items.map(({ call, expiresAt }) => [call.toolCallId, expiresAt]);
    expect(shown).toEqual(Object.entries(ofType(all.state().events, 'deadline')[0]?.expiresAt ?? {}));
  });

  it('C91 parks its calls if the policy says so, and the run ends as deferred', async () => {
    const { clock, state } = await waiting({ expiry: { after: minute, onExpiry: 'park' } });

    await clock.advance(minute);
    await clock.runAll();

    expect(state()).toMatchObject({
      status: 'deferred',
      outcome: { requests: { approvals: [{ toolName: 'remove' }], calls: [{ toolName: 'pick' }] } },
    });
  });

  it('C91 fails the run if the policy says so, with an error of its own, and its calls stay open', async () => {
    const { clock, conversation, state } = await waiting({ expiry: { after: minute, onExpiry: 'fail' } });

    await clock.advance(minute);
    await clock.runAll();
    const { outcome } = state();

    const error = outcome && errorOf(outcome);
    expect(HandlerError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'expired', message: expect.stringContaining('in time') });
    expect(ofType(state().events, 'tool-end')).toEqual([]);
    expect(state().pending).toEqual([]);
    await expect(conversation.decide('call-1', true)).resolves.toEqual({ status: 'late', reason: 'expired' });
    expect(await decisionRecord(state().events)).toMatchObject([
      { toolName: 'remove', decision: { verdict: 'expired', by: { type: 'expiry' } } },
      { toolName: 'pick', decision: { verdict: 'expired', by: { type: 'expiry' } } },
    ]);
  });

  it('C91 records an answer after the deadline as late', async () => {
    const { clock, conversation, done, state } = await waiting({
      deferredToolHandler: (requests, { ask }) =>
        ask(requests, { expiresAt: { 'call-1': Date.UTC(2030, 0, 1) + 500 } }),
    });

    await clock.advance(1000);
    const late = await conversation.decide('call-1', true);
    conversation.stop();
    await clock.runAll();

    expect(state().status).toBe('idle');
    expect(late).toEqual({ status: 'late', reason: 'expired' });
    expect(done).toEqual([]);
    expect(ofType(state().events, 'late-answer')).toMatchObject([{ toolCallId: 'call-1', reason: 'expired' }]);
  });
});

describe('a deadline', () => {
  it.each(['deny', 'park'] as const)('C91 applies to each call separately (%s)', async (onExpiry) => {
    const { clock, ask, broker } = benchBroker();
    const now = clock.environment.now();
    const one = ask('one', { approvals: ['a', 'b', 'c'], onExpiry, expiresAt: { a: now + 10, b: now + 20 } });
    await clock.settle();

    const [before] = broker.pending;
    await clock.advance(10);
    const [after] = broker.pending;
    await clock.advance(10);
    await broker.respond('one:c', true);

    expect([before?.expiresAt, after?.expiresAt]).toEqual([now + 10, now + 20]);
    expect(after?.items.map(({ state }) => state.status)).toEqual(['decided', 'waiting', 'waiting']);
    expect(one.settled()?.results).toMatchObject(
      onExpiry === 'deny'
        ? { approvals: { a: toolExpired(), b: toolExpired(), c: toolApproved() }, defer: [] }
        : { approvals: { c: toolApproved() }, defer: ['a', 'b'] },
    );
    expect(clock.timers).toBe(0);
  });

  it('C91 passes only if both clocks agree: a clock that is set forward expires nothing', async () => {
    const { clock, ask, broker } = benchBroker();
    const one = ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + minute });
    await clock.settle();

    clock.setWallClock(60 * minute);
    await clock.advance(minute - 1);
    const early = broker.pending.length;
    await clock.advance(1);

    expect(early).toBe(1);
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
  });

  it('C91 has its remaining time again after a sleep', async () => {
    const { clock, ask, broker } = benchBroker();
    ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + minute });
    await clock.advance(minute / 2);

    clock.setWallClock(8 * 60 * minute);
    const answer = await broker.respond('one:a', true);

    expect(answer).toEqual({ status: 'accepted' });
  });

  it('C91 waits for a wall clock that is set back, and detects within a minute that it was corrected', async () => {
    const { clock, ask, broker } = benchBroker();
    const one = ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + minute });
    await clock.settle();

    clock.setWallClock(-60 * minute);
    await clock.advance(2 * minute);
    const early = broker.pending.length;
    clock.setWallClock(60 * minute);
    await clock.advance(minute);

    expect(early).toBe(1);
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
  });

  it('C91 holds if timers are late: an answer after it is late', async () => {
    const { clock, ask, broker } = benchBroker();
    const one = ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + minute });
    await clock.settle();

    clock.stall(minute);
    const late = await broker.respond('one:a', true);

    expect(late).toEqual({ status: 'late', reason: 'expired' });
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
    expect(clock.timers).toBe(0);
  });

  it.each(['visibilitychange', 'pageshow'])('C91 is checked again when the page is shown (%s)', async (type) => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const { clock, ask } = benchBroker();
    const one = ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + minute });
    await clock.settle();

    clock.stall(minute);
    page.dispatchEvent(new Event(type));
    await clock.settle();
    vi.unstubAllGlobals();

    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
    expect(clock.timers).toBe(0);
  });

  it('C91 may be later than a timer can wait', async () => {
    const { clock, ask } = benchBroker();
    const days = 60 * 24 * 60 * minute;
    const one = ask('one', { approvals: ['a'], expiresAt: clock.environment.now() + days });
    await clock.settle();

    await clock.advance(days - 1);
    const early = one.settled();
    await clock.advance(1);

    expect(early).toBeUndefined();
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
  });

  it('C91 can be extended, for a call or for the pending calls of a batch, and each extension is recorded', async () => {
    const { clock, ask, broker, events } = benchBroker();
    const now = clock.environment.now();
    const one = ask('one', { approvals: ['a', 'b'], expiresAt: now + minute });
    await clock.settle();

    await clock.advance(minute - 1);
    const both = [broker.extend('one', now + 2 * minute), broker.extend('one:b', now + 3 * minute)];
    const [shown] = broker.pending;
    await clock.advance(minute + 1);
    const tooLate = broker.extend('one:a', now + 9 * minute);
    const [between] = broker.pending;
    await clock.advance(minute);

    expect(both).toEqual([true, true]);
    expect(shown?.items.map(({ expiresAt }) => expiresAt)).toEqual([now + 2 * minute, now + 3 * minute]);
    expect(tooLate).toBe(false);
    expect(between?.items.map(({ state }) => state.status)).toEqual(['decided', 'waiting']);
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired(), b: toolExpired() });
    expect(one.reports.filter(({ type }) => type === 'extended')).toEqual([
      { type: 'extended', toolCallId: 'a', expiresAt: now + 2 * minute },
      { type: 'extended', toolCallId: 'b', expiresAt: now + 2 * minute },
      { type: 'extended', toolCallId: 'b', expiresAt: now + 3 * minute },
    ]);
    expect(events.filter(({ type }) => type === 'expired').map(({ id }) => id)).toEqual(['one:a', 'one:b']);
    expect(broker.extend('one', now)).toBe(false);
    expect(() => broker.extend('one:z', now)).toThrow('one:z');
  });

  it.each([Number.NaN, Number.NEGATIVE_INFINITY])('C91 rejects %s, which is not a time', async (expiresAt) => {
    const { clock, ask, broker } = benchBroker();
    const one = ask('one', { approvals: ['a'], expiresAt });
    const two = ask('two', { approvals: ['a'] });
    await clock.settle();

    expect(one.settled()?.error).toMatchObject({ code: 'expires-at' });
    expect(() => broker.extend('two:a', expiresAt)).toThrow('no time');
    expect(() => broker.extend('two:a', Number.POSITIVE_INFINITY)).toThrow('no time');
    expect(two.reports).toEqual([]);
    expect(broker.pending).toHaveLength(1);
  });
});

describe('an answer that was given in time', () => {
  it('C91 counts even if its validation ends after the deadline', async () => {
    const { clock, ask, broker } = benchBroker();
    let pass: () => void = () => {};
    const check = async (): Promise<[]> => {
      await new Promise<void>((resolve) => {
        pass = resolve;
      });
      return [];
    };
    const one = ask('one', { approvals: ['a'], check, expiresAt: clock.environment.now() + minute });
    await clock.advance(minute - 1);

    const answer = broker.respond('one:a', true);
    await clock.advance(5000);
    pass();

    expect(await answer).toEqual({ status: 'accepted' });
    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved() });
  });

  it('C91 has ten seconds for that: a validation that hangs cannot keep a call open', async () => {
    const { clock, ask, broker } = benchBroker();
    const check = (): Promise<never> => new Promise(() => {});
    const one = ask('one', { approvals: ['a'], check, expiresAt: clock.environment.now() + minute });
    await clock.advance(minute - 1);

    void broker.respond('one:a', true);
    await clock.advance(10_000);
    const before = one.settled();
    await clock.advance(10_000);

    expect(before).toBeUndefined();
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
  });

  it('C91 and is rejected after the deadline leaves the call expired', async () => {
    const { clock, ask, broker } = benchBroker();
    let refuse: () => void = () => {};
    const check = async () => {
      await new Promise<void>((resolve) => {
        refuse = resolve;
      });
      return [{ path: [], message: 'wrong' }];
    };
    const one = ask('one', { approvals: ['a'], check, expiresAt: clock.environment.now() + minute });
    await clock.advance(minute - 1);

    const answer = broker.respond('one:a', true);
    await clock.advance(5000);
    refuse();

    expect(await answer).toMatchObject({ status: 'invalid' });
    expect(one.settled()?.results?.approvals).toEqual({ a: toolExpired() });
  });
});

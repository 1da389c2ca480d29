import { createAgent, createConversation, ToolFailed, tool, toolReturn } from 'countersign/core';
import { controllableHandler, createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventsOf, lastResults } from '../conformance/support.js';

const anything = z.any();
const shared = { a: 1 };
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

async function resultOf(make: () => unknown) {
  const model = scriptedModel([{ calls: [{ toolName: 'make' }] }, 'Done.']);
  const producer = tool({ inputSchema: anything, execute: make });
  const run = createAgent({ model, tools: { make: producer } }).run('go');
  const events = await eventsOf(run);
  const outcome = await run.outcome;
  return { outcome, events, result: lastResults(model.requests[1]?.prompt)[0]?.output };
}

describe('a result that JSON cannot carry', () => {
  it.each([
    ['a cycle', () => cyclic, /reference to itself at "self"/],
    ['a function', () => ({ a: { b: () => 1 } }), /a function at "a\.b"/],
    ['NaN', () => [1, Number.NaN], /the number NaN at "1"/],
    ['Infinity', () => ({ n: Number.POSITIVE_INFINITY }), /the number Infinity at "n"/],
    ['a bigint', () => 10n, /a bigint at its root/],
    ['a symbol', () => ({ s: Symbol('s') }), /a symbol at "s"/],
    ['a Map', () => new Map([[1, 2]]), /a Map at its root/],
    ['depth 10,000', () => JSON.parse('['.repeat(10_000) + ']'.repeat(10_000)), /more than 256 levels/],
    ['a getter that throws', () => Object.defineProperty({}, 'x', { enumerable: true, get: fail }), /not today/],
    ['a toJSON that throws', () => ({ toJSON: fail }), /not today/],
    ['a toJSON that gives itself', selfish, /reference to itself|levels/],
    ['a proxy that throws', () => new Proxy({}, { ownKeys: fail }), /not today/],
  ])('C341 %s is stored as a text that names it, and the call is done', async (_, make, message) => {
    const { outcome, events, result } = await resultOf(make);

    expect(outcome.type).toBe('completed');
    expect(result).toMatchObject({ type: 'text', value: expect.stringMatching(message) });
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });

  it.each([
    ['a row of a database', () => ({ id: 10n ** 20n, name: 'Ada' }), '{"id":"100000000000000000000","name":"Ada"}'],
    [
      'a class',
      () =>
        new (class Order {
          id = 7;
          total = Number.NaN;
        })(),
      '{"id":7,"total":"NaN"}',
    ],
    ['a map', () => ({ byName: new Map([['a', 1]]) }), '{"byName":[["a",1]]}'],
    ['bytes', () => new Uint8Array(3), '[Uint8Array of 3 bytes]'],
    ['an error', () => ({ ok: false, error: new TypeError('full') }), '{"ok":false,"error":"TypeError: full"}'],
    ['toolReturn', () => toolReturn({ id: 1n } as never), '{"id":"1"}'],
    [
      'toolReturn with content that is none',
      () => ({ kind: 'tool-return', returnValue: 'paid', content: [{ type: 'odd' }] }),
      'paid\n[Only this result is kept. ',
    ],
  ])('C341 the content of %s is in that text', async (_, make, text) => {
    const { result } = await resultOf(make);

    expect(result).toMatchObject({ type: 'text', value: expect.stringContaining(text) });
  });

  it.each([
    ['undefined', () => undefined, null],
    ['a date', () => ({ at: new Date(0) }), { at: '1970-01-01T00:00:00.000Z' }],
    ['members that are undefined', () => ({ a: undefined, b: 1 }), { b: 1 }],
    ['minus zero', () => [-0], [0]],
    ['an own __proto__', () => JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
    ['one object twice', () => [shared, shared], [{ a: 1 }, { a: 1 }]],
  ])('%s is carried as JSON does it', async (_, make, value) => {
    const { result } = await resultOf(make);

    expect(result).toEqual({ type: 'json', value });
  });
});

function fail(): never {
  throw new Error('not today');
}

function selfish(): unknown {
  const value = { toJSON: (): unknown => value };
  return value;
}

describe('what a tool throws', () => {
  it.each([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a string', 'broken', 'broken'],
    ['an object without a prototype', Object.create(null), /cannot be put into words/],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an error with a cause that is itself', withOwnCause(), 'round'],
    ['an error whose message is an object', Object.assign(new Error('x'), { message: { a: 1 } }), /./],
  ])('%s becomes a failure that the model can read', async (_, thrown, message) => {
    const { outcome, events, result } = await resultOf(() => {
      throw thrown;
    });

    expect(outcome.type).toBe('completed');
    const words = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(result).toMatchObject({ type: 'error-text', value: words });
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });
});

function withOwnCause(): Error {
  const error = new Error('round');
  error.cause = error;
  return error;
}

describe('hostile text', () => {
  it.each(['\ud800', 'a\udfffb', '\ud83d', '\u0000', '\u2028', '\u202e', '</script>'])(
    '%j comes back as it was sent',
    async (text) => {
      const model = scriptedModel([{ calls: [{ toolName: 'ask', input: { text } }] }, { text: `So: ${text}` }]);
      const people = controllableHandler();
      const ask = tool({
        inputSchema: z.object({ text: z.string() }),
        requiresApproval: true,
        execute: (input) => input.text,
      });
      const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

      const batch = await people.next();
      batch.answer({ approveAll: true });
      const outcome = await run.outcome;

      expect(batch.requests.approvals[0]?.input).toEqual({ text });
      // Providers get no half of a surrogate pair (C344).
      const sent = text.replace(/\p{Surrogate}/gu, '\ufffd');
      expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { type: 'text', value: sent } }]);
      expect(outcome).toMatchObject({ type: 'completed', output: `So: ${text}` });
    },
  );

  it.each(['NaN', 'Infinity', '{"n":NaN}', '{"n":1e999}', '{"n":-1e999}', '01', "{'n':1}", 'undefined', '\ufeff{}'])(
    'the input %s is a retry to the model, never a question to a person',
    async (rawInput) => {
      const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput }] }, 'Done.']);
      const ask = tool({ inputSchema: z.object({ n: z.number() }), requiresApproval: true, execute: () => 'ran' });
      let asked = 0;

      const run = createAgent({ model, tools: { ask } }).run('go', {
        deferredToolHandler: () => {
          asked += 1;
          return null;
        },
      });
      const events = await eventsOf(run);

      expect(await run.outcome).toMatchObject({ type: 'completed' });
      expect(asked).toBe(0);
      expect(JSON.parse(JSON.stringify(events))).toEqual(events);
    },
  );

  it.each([
    ['{"id":9007199254740993}', '9007199254740993 at "id"'],
    ['{"id":-9007199254740993}', '-9007199254740993 at "id"'],
    ['{ "a" : [ 1, { "b\\"c" : 12345678901234567890 } ] }', '12345678901234567890 at "a.1.b\\"c"'],
    ['{"s":"9007199254740993","n":9007199254740993.0}', '9007199254740993.0 at "n"'],
    ['[1,2,9.007199254740993e15]', '9.007199254740993e15 at "2"'],
    ['12345678901234567.89', '12345678901234567.89 has'],
    ['{"latitude":52.52000659999999812345}', '52.52000659999999812345 at "latitude"'],
    ['{"tiny":1e-400}', '1e-400 at "tiny"'],
  ])('C343 a number of %s would change: the model is told where, and nobody is asked', async (rawInput, place) => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput }] }, 'Done.']);
    const ask = tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' });

    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: () => null });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { value: expect.stringContaining(`The number ${place}`) } },
    ]);
  });

  it.each([
    ['{"id":9007199254740992}', { id: 9007199254740992 }],
    ['{"id":"9007199254740993"}', { id: '9007199254740993' }],
    [
      '{"note":"call 9007199254740993, or \\"1e999\\" at 12345678901234567.89"}',
      { note: 'call 9007199254740993, or "1e999" at 12345678901234567.89' },
    ],
    ['{"9007199254740993":1}', { '9007199254740993': 1 }],
    ['[0.1,1.50e2,1e22,123456789.123456,5e-324,1.0000000000000000000]', [0.1, 150, 1e22, 123456789.123456, 5e-324, 1]],
    ['{"path":"\\\\"}', { path: '\\' }],
  ])('C343 %s reaches the person as written', async (rawInput, input) => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput }] }, 'Done.']);
    const people = controllableHandler();
    const ask = tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' });

    createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });
    const { requests } = await people.next();

    expect(requests.approvals[0]?.input).toEqual(input);
  });

  it('an infinite number without a schema to refuse it never leaves the parse: JSON could not carry it on', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput: '{"n":1e999}' }] }, 'Done.']);
    const ask = tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' });

    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: () => null });
    const events = await eventsOf(run);

    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { value: expect.stringContaining('The number 1e999 at "n" is too large.') } },
    ]);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });
});

describe('answers that JSON cannot carry', () => {
  it.each([
    ['a cycle', cyclic],
    ['NaN', Number.NaN],
    ['a function', () => 1],
  ])('%s is refused at the card, which stays open', async (_, value) => {
    const clock = createVirtualClock();
    const model = scriptedModel([{ calls: [{ toolName: 'pick' }] }, 'Done.']);
    const agent = createAgent({
      model,
      tools: { pick: tool({ inputSchema: anything }) },
      environment: clock.environment,
    });
    const conversation = createConversation(() => ({ agent }), clock.environment);
    conversation.start('go');
    await clock.settle();
    const id = conversation.store.getState().pending[0]?.items[0]?.call.toolCallId ?? '';

    await expect(conversation.decide(id, toolReturn(value as never))).rejects.toMatchObject({ code: 'not-json' });
    const { pending } = conversation.store.getState();
    const outcome = await conversation.decide(id, new ToolFailed('given up'));

    expect(pending[0]?.items[0]?.state.status).toBe('waiting');
    expect(outcome).toEqual({ status: 'accepted' });
    conversation.dispose();
  });
});

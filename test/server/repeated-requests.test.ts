import { agentTool, createAgent, tool } from 'countersign/core';
import type { RunStore } from 'countersign/server';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Activation } from '../../src/server/runs/run-store.js';
import {
  answerPart,
  type Chunk,
  chatStore,
  chatWith,
  chunksOf,
  filesAgent,
  gate,
  questionsIn,
  refusalOf,
  remove,
  typesOf,
} from './chat-server.js';

/** Returns the same storage for another process. */
const elsewhere = (store: RunStore): RunStore => ({ ...store });

const outcomeOf = (chunks: readonly Chunk[], toolCallId: string) =>
  chunks.find((chunk) => chunk.toolCallId === toolCallId && /^tool-output/.test(chunk.type));

describe('C220 a repeated answer', () => {
  it('C220 at the same time: the call runs once, and both requests get its result', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];

    const copies = await Promise.all([1, 2, 3].map(async () => await chunksOf(await chat.answer(parts))));

    expect(ran).toEqual(['a.txt']);
    for (const chunks of copies) expect(outcomeOf(chunks, 'a')).toMatchObject({ output: 'a.txt is gone' });
  });

  it('C220 during the run and after it: the repeated request gets the response of the first', async () => {
    const held = gate();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.'], held);
    const chat = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];

    const first = chat.answer(parts).then(chunksOf);
    await held.begun;
    const during = chat.answer(parts).then(chunksOf);
    held.open();
    const [one, two] = await Promise.all([first, during]);
    const later = await chunksOf(await chat.answer(parts));

    expect(ran).toEqual(['a.txt']);
    expect(two).toEqual(one);
    expect(outcomeOf(later, 'a')).toEqual(outcomeOf(one, 'a'));
    expect(later[0]).toEqual(one[0]);
    expect(typesOf(later).at(-1)).toBe('finish');
  });

  it('C220 with another decision: the first counts', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent });
    const first = await chunksOf(await chat.say('go'));
    await chunksOf(await chat.answer([answerPart(first, 'a', { approved: false })]));

    expect(await refusalOf(await chat.answer([answerPart(first, 'a')]))).toEqual([409, 'already-answered']);
    expect(ran).toEqual([]);
  });

  it('C220 from an earlier round: it gets the response of that round', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, { calls: [remove('b')] }, 'Done.']);
    const chat = chatWith({ agent });
    const first = await chunksOf(await chat.say('go'));
    const second = await chunksOf(await chat.answer([answerPart(first, 'a')]));

    const again = await chunksOf(await chat.answer([answerPart(first, 'a')]));

    expect(again).toEqual(second);
    expect(ran).toEqual(['a.txt']);
  });

  it('C220 in two processes at once: one of them executes the call', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.', 'Done.']);
    const one = chatWith({ agent, takeOverAfter: 60_000 });
    const two = chatWith({ agent, takeOverAfter: 60_000, store: elsewhere(one.store) });
    const parts = [answerPart(await chunksOf(await one.say('go')), 'a')];

    const answers = await Promise.all([one.answer(parts), two.answer(parts)]);
    const heard = await Promise.all(
      answers.map(async (answer) => (answer.ok ? outcomeOf(await chunksOf(answer), 'a') : undefined)),
    );

    expect(ran).toEqual(['a.txt']);
    expect(heard.filter((outcome) => outcome?.output === 'a.txt is gone')).toHaveLength(1);
  });

  it.each(['the same', 'another'])(
    'C220 with two decisions, the second at %s process: the first counts',
    async (which) => {
      const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
      const one = chatWith({ agent });
      const two = chatWith({ agent, store: elsewhere(one.store) });
      const first = await chunksOf(await one.say('go'));
      const [batchId = ''] = (questionsIn(first).a ?? '').split(/:a$/);
      // Another process stored the answer, and died before it resumed the run.
      const denied = { kind: 'tool-denied', message: 'No.' } as const;
      await one.store.answer(batchId, [{ toolCallId: 'a', answer: denied, by: { type: 'person' }, at: 0 }]);

      const yes = await (which === 'another' ? two : one).answer([answerPart(first, 'a')]);

      expect(await refusalOf(yes)).toEqual([409, 'already-answered']);
      await expect.poll(async () => (await one.store.conversations.get('chat1'))?.state).toBe('idle');
      expect(ran).toEqual([]);
    },
  );

  it('C220 right after a request, on a slow storage: a client that has the request can answer it', async () => {
    const base = chatStore();
    const activate: RunStore['activate'] = async (runId) => {
      const activation = await base.activate(runId);
      const end: NonNullable<typeof activation>['end'] = async (state) => {
        await new Promise((resolve) => setImmediate(resolve));
        return (await activation?.end(state)) ?? 'stale';
      };
      return activation && { ...activation, end };
    };
    const store: RunStore = { ...base, activate };
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.', 'More.']);
    const chat = chatWith({ agent, store });

    const first = await chunksOf(await chat.say('go'));
    await chunksOf(await chat.answer([answerPart(first, 'a')]));
    const more = await chunksOf(await chat.say('more', 'u2'));

    expect(ran).toEqual(['a.txt']);
    expect(typesOf(more).at(-1)).toBe('finish');
  });

  it('C220 a repeated message starts one run', async () => {
    const { agent, model } = filesAgent(['Hello.', 'Other.']);
    const chat = chatWith({ agent });

    const [one, two] = await Promise.all([chat.say('go').then(chunksOf), chat.say('go').then(chunksOf)]);
    const later = await chunksOf(await chat.say('go'));

    expect(two).toEqual(one);
    expect(typesOf(later)).toEqual(typesOf(one));
    expect(model.requests).toHaveLength(1);
    expect(await refusalOf(await chat.say('something else'))).toEqual([409, 'message-known']);
  });
});

describe('C221 a process dies', () => {
  it('C221 while a tool runs: the call is not repeated, and the client gets the end unknown', async () => {
    const held = gate();
    const { agent, ran, model } = filesAgent([{ calls: [remove('a')] }, 'I do not know.'], held);
    const dying = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await dying.say('go')), 'a')];
    const lost = dying.answer(parts).then(chunksOf);
    await held.begun;

    const next = chatWith({ agent, store: elsewhere(dying.store) });
    const heard = await chunksOf(await next.answer(parts));
    held.open();
    await lost;

    expect(ran).toEqual(['a.txt']);
    expect(outcomeOf(heard, 'a')).toMatchObject({
      type: 'tool-output-error',
      errorText: expect.stringContaining('not known'),
    });
    expect(typesOf(heard)).toContain('start-step');
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('not known');
    // The first process can store nothing more, and must not send what it could not store.
    expect(outcomeOf(await chunksOf(await next.answer(parts)), 'a')).toEqual(outcomeOf(heard, 'a'));
  });

  it('C221 while a batch is pending: the answer activates the run again, without repeated model requests', async () => {
    const { agent, ran, model } = filesAgent([{ text: 'Shall I?', calls: [remove('a')] }, 'Done.']);
    const dying = chatWith({ agent });
    const first = await chunksOf(await dying.say('go'));

    const next = chatWith({ agent, store: elsewhere(dying.store), takeOverAfter: 60_000 });
    const second = await chunksOf(await next.answer([answerPart(first, 'a')]));

    expect(ran).toEqual(['a.txt']);
    expect(outcomeOf(second, 'a')).toMatchObject({ output: 'a.txt is gone' });
    expect(typesOf(second).filter((type) => type === 'tool-approval-request')).toEqual([]);
    expect(model.requests).toHaveLength(2);
    const messages = (await next.store.conversations.get('chat1'))?.messages;
    expect(messages?.at(-1)?.parts.map(({ type }) => type)).toEqual([
      'step-start',
      'text',
      'tool-delete_file',
      'step-start',
      'text',
    ]);
  });

  it('C221 at any of its writes: no call runs twice or without approval, and the chat continues', async () => {
    let writes = 1;
    for (let isWhole = false; !isWhole; writes++) {
      const base = chatStore();
      const { agent, ran } = filesAgent([
        ({ prompt }) => (JSON.stringify(prompt).includes('tool-result') ? 'Done.' : { calls: [remove('a')] }),
        ...Array.from(
          { length: 5 },
          () =>
            ({ prompt }: { readonly prompt: unknown }) =>
              JSON.stringify(prompt).includes('tool-result') ? 'Done.' : { calls: [remove('a')] },
        ),
      ]);
      const mortal = diesAfter(base, writes);
      const dying = chatWith({ agent, store: mortal.store });
      const life = (async () => {
        const first = await chunksOf(await dying.say('go'));
        await chunksOf(await dying.answer([answerPart(first, 'a')]));
      })();
      isWhole = await Promise.race([life.then(() => true), mortal.died.then(() => false)]);

      const next = chatWith({ agent, store: elsewhere(base) });
      const asked = await chunksOf(await next.say('go'));
      const question = asked.some(({ type }) => type === 'tool-approval-request');
      const before = ran.length;
      const heard = question ? await chunksOf(await next.answer([answerPart(asked, 'a')])) : asked;

      expect([writes, before, ran.length <= 1], `at write ${writes}`).toEqual([writes, isWhole ? 1 : before, true]);
      const end = outcomeOf(heard, 'a');
      expect(end?.type, `at write ${writes}: ${JSON.stringify(heard)}`).toMatch(/^tool-output-(?:available|error)$/);
      if (end?.type === 'tool-output-available') expect(ran).toEqual(['a.txt']);
      expect(typesOf(heard).at(-1)).toBe('finish');
    }
    expect(writes).toBeGreaterThan(10);
  });
});

/** A storage whose process dies after a number of writes: later operations never settle. */
function diesAfter(store: RunStore, writes: number) {
  let left = writes;
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left < 0) {
      die();
      return await new Promise<never>(() => {});
    }
    const made = await work();
    return left < 0 ? await new Promise<never>(() => {}) : made;
  };
  const mortalActivation = (activation: Activation): Activation => ({
    ...activation,
    tell: (event) => {
      if (left >= 0) activation.tell(event);
    },
    ask: (batch) => alive(() => activation.ask(batch)),
    retract: (...given) => alive(() => activation.retract(...given)),
    end: (state) => alive(() => activation.end(state)),
    journal: { step: (key, work, options) => alive(() => activation.journal.step(key, work, options)) },
  });
  const mortal: RunStore = {
    ...store,
    start: (...given) => alive(() => store.start(...given)),
    activate: async (runId) => {
      const activation = await alive(() => store.activate(runId));
      return activation && mortalActivation(activation);
    },
    answer: (...given) => alive(() => store.answer(...given)),
  };
  return { store: mortal, died };
}

describe('C222 a client disconnects', () => {
  it('C222 the run continues, and a client that reconnects gets the response from the start', async () => {
    const held = gate();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.'], held);
    const chat = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];
    const gone = await chat.answer(parts);
    await held.begun;
    await gone.body?.cancel();

    const back = await chat.stream();
    held.open();
    const chunks = await chunksOf(back);

    expect(ran).toEqual(['a.txt']);
    expect(chunks[0]?.type).toBe('start');
    expect(outcomeOf(chunks, 'a')).toMatchObject({ output: 'a.txt is gone' });
    expect(typesOf(chunks).at(-1)).toBe('finish');
  });

  it('C222 there is nothing to resume while the chat waits, after it has ended, and if it does not exist', async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent });
    const never = await chat.stream();
    const first = await chunksOf(await chat.say('go'));
    const waiting = await chat.stream();
    await chunksOf(await chat.answer([answerPart(first, 'a')]));
    const over = await chat.stream();

    expect([never.status, waiting.status, over.status]).toEqual([204, 204, 204]);
  });

  it('C222 another message during the run is refused as chat-busy', async () => {
    const held = gate();
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.', 'Next.'], held);
    const chat = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];
    const running = chat.answer(parts).then(chunksOf);
    await held.begun;

    const busy = await chat.say('Hello?', 'u2');
    held.open();
    await running;

    expect(await refusalOf(busy)).toEqual([409, 'chat-busy']);
    expect((await chat.say('Hello?', 'u2')).status).toBe(200);
  });

  it('C222 a client that reads slowly, or not at all, does not block other clients', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];

    const unread = await chat.answer(parts);
    const other = await chunksOf(await chat.answer(parts));

    expect(ran).toEqual(['a.txt']);
    expect(await chunksOf(unread)).toEqual(other);
  });

  it('C222 a connection without events gets keep-alive comments', async () => {
    const clock = createVirtualClock();
    const held = gate();
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.'], held);
    const chat = chatWith({ agent, clock: clock.environment, keepAlive: 1000 });
    const parts = [answerPart(await chunksOf(await chat.say('go')), 'a')];
    const reader = (await chat.answer(parts)).body?.pipeThrough(new TextDecoderStream()).getReader();
    await held.begun;

    let text = '';
    const read = async (): Promise<void> => {
      text += (await reader?.read())?.value ?? '';
    };
    for (let pending = read(); !text.includes(': keep-alive'); pending = read()) {
      await clock.advance(1000);
      await pending;
    }
    held.open();

    expect(text).toContain('\n\n: keep-alive\n\n');
  });
});

describe('C223 a batch that stays pending for long', () => {
  it('C223 is removed from memory, and the answer activates the run again', async () => {
    const clock = createVirtualClock();
    const { agent, ran, model } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent, clock: clock.environment, parkAfter: 1000 });
    const first = await chunksOf(await chat.say('go'));

    await clock.advance(1000);
    const second = await chunksOf(await chat.answer([answerPart(first, 'a')]));

    expect(ran).toEqual(['a.txt']);
    expect(outcomeOf(second, 'a')).toMatchObject({ output: 'a.txt is gone' });
    expect(model.requests).toHaveLength(2);
  });

  it('C223 expires at its deadline: the model is informed, and a later approval executes nothing', async () => {
    const clock = createVirtualClock();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Too late.']);
    const timed: typeof agent = {
      name: 'files',
      run: (input, options) => agent.run(input, { ...options, expiry: { after: 1000 } }),
    };
    let later = 0;
    const chat = chatWith({ agent: timed, clock: { ...clock.environment, now: () => Date.now() + later } });
    const first = await chunksOf(await chat.say('go'));

    later = 1000;
    await clock.advance(1000);
    await expect.poll(async () => (await chat.store.conversations.get('chat1'))?.state).toBe('idle');

    expect(await refusalOf(await chat.answer([answerPart(first, 'a')]))).toEqual([409, 'already-answered']);
    expect(ran).toEqual([]);
    const call = (await chat.store.conversations.get('chat1'))?.messages
      .at(-1)
      ?.parts.find(({ type }) => type === 'tool-delete_file');
    expect(call).toMatchObject({ state: 'output-denied' });
  });
});

it('C223 the deadline of an answered batch does not activate the run while a later batch waits', async () => {
  const timers = createVirtualClock();
  let later = 0;
  const { agent } = filesAgent([{ calls: [remove('a')] }, { calls: [remove('b')] }, 'Done.']);
  let after = 60_000;
  const timed: typeof agent = {
    name: 'files',
    run: (input, options) => agent.run(input, { ...options, expiry: { after } }),
  };
  const store = chatStore();
  let activations = 0;
  const counted: typeof store = {
    ...store,
    activate: async (...given) => {
      activations += 1;
      return await store.activate(...given);
    },
  };
  const clock = { ...timers.environment, now: () => Date.now() + later };
  const chat = chatWith({ agent: timed, clock, parkAfter: 600_000, store: counted });
  const first = await chunksOf(await chat.say('go'));
  after = 600_000;
  later = 30_000;
  await timers.advance(30_000);
  const second = await chunksOf(await chat.answer([answerPart(first, 'a')]));
  expect(Object.keys(questionsIn(second))).toEqual(['b']);
  const before = activations;

  later = 60_000;
  await timers.advance(30_000);
  await new Promise((resolve) => setImmediate(resolve));

  expect(activations).toBe(before);
});

it('C223 a deadline also expires while the run is not in memory', async () => {
  const timers = createVirtualClock();
  let later = 0;
  const clock = { ...timers.environment, now: () => Date.now() + later };
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Too late.']);
  const timed: typeof agent = {
    name: 'files',
    run: (input, options) => agent.run(input, { ...options, expiry: { after: 60_000 } }),
  };
  const chat = chatWith({ agent: timed, clock, parkAfter: 1000 });
  const first = await chunksOf(await chat.say('go'));
  await timers.advance(1000);
  later = 60_000;

  const refused = await chat.answer([answerPart(first, 'a')]);
  await timers.advance(1);

  expect(await refusalOf(refused)).toEqual([409, 'already-answered']);
  await expect.poll(async () => (await chat.store.conversations.get('chat1'))?.state).toBe('idle');
  expect(ran).toEqual([]);
});

it('C224 calls of a sub-agent are requested and reported like all others', async () => {
  const { agent: inner, ran } = filesAgent([{ calls: [remove('a')] }, 'Inner done.']);
  const agent = createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'helper', toolCallId: 'h', input: { task: 'tidy' } }] }, 'Done.']),
    tools: {
      helper: agentTool(inner, {
        description: 'Helps',
        inputSchema: z.object({ task: z.string() }),
        prompt: ({ task }) => task,
      }),
      unused: tool({ description: 'Nothing', inputSchema: z.object({}), execute: () => 1 }),
    },
  });
  const chat = chatWith({ agent });

  const first = await chunksOf(await chat.say('go'));
  const [id = ''] = Object.keys(questionsIn(first));
  const second = await chunksOf(await chat.answer([answerPart(first, id)]));

  expect(ran).toEqual(['a.txt']);
  expect(outcomeOf(second, id)).toMatchObject({ output: 'a.txt is gone' });
  expect(outcomeOf(second, 'h')).toMatchObject({ output: 'Inner done.' });
  expect(typesOf(second).at(-1)).toBe('finish');
});

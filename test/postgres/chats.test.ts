import { runStoreContract } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosableRunStore, postgresRunStore } from '../../src/postgres/postgres-run-store.js';
import { systemClock } from '../../src/protocol/base/clock.js';
import {
  answerPart,
  chatStore,
  chatWith,
  chunksOf,
  colour,
  createGate,
  filesAgent,
  joinDeltas,
  list,
  refusalOf,
  remove,
  typesOf,
} from '../server/chat-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  chats on Postgres are skipped: ${postgres}\n`);

const picked = {
  type: 'tool-pick_colour',
  toolCallId: 'c',
  state: 'output-available',
  input: { label: 'Sky' },
  output: { hex: '#fff' },
};

describe.skipIf(typeof postgres === 'string')('chats on Postgres', { timeout: 60_000 }, () => {
  let one: ClosableRunStore;
  let two: ClosableRunStore;

  beforeAll(async () => {
    const databaseUrl = (postgres as TestPostgres).url;
    one = await postgresRunStore({ databaseUrl });
    two = await postgresRunStore({ databaseUrl });
  }, 60_000);

  afterAll(async () => {
    await one?.close();
    await two?.close();
    await (postgres as TestPostgres).stop?.();
  });

  it.each(runStoreContract(() => one))('C452 C514 a run store on Postgres $name', async ({ check }) => await check());

  it('C450 have the same chunks as chats in memory, in both responses and in a repeated one', async () => {
    const turns = [{ text: 'Four.', calls: [remove('a'), list, colour, remove('b')] }, 'Done.'];
    const play = async (store: ReturnType<typeof chatStore>) => {
      const { agent, ran } = filesAgent(turns);
      const chat = chatWith({ agent, store });
      const first = await chunksOf(await chat.say('go'));
      const parts = [answerPart(first, 'a'), answerPart(first, 'b', { approved: false }), picked];
      const second = await chunksOf(await chat.answer(parts));
      const again = await chunksOf(await chatWith({ agent, store: { ...store } }).answer(parts));
      const kept = await store.conversations.get('chat1');
      const text = JSON.stringify([joinDeltas(first), joinDeltas(second), joinDeltas(again), kept]);
      return [ran, text.replaceAll(/reply-[\w-]+/g, 'reply').replaceAll(/[\w-]+~batch/g, 'run~batch')];
    };

    const [inMemory, onPostgres] = [await play(chatStore()), await play(chatStore(one))];

    expect(onPostgres).toEqual(inMemory);
    expect(onPostgres[0]).toEqual(['a.txt']);
  });

  it('C450 are continued once, by the process that gets the answer', async () => {
    const { agent, ran, model } = filesAgent([{ text: 'Shall I?', calls: [remove('a')] }, 'Done.']);
    const chats = [one, two].map((store) => chatWith({ agent, store: chatStore(store), takeOverAfter: 60_000 }));
    const [here, there] = [chats[0], chats[1]];
    const first = await chunksOf((await here?.say('go', 'u1', 'chat2')) ?? new Response());

    const parts = [answerPart(first, 'a')];
    const answers = await Promise.all([here, there].map(async (chat) => await chat?.answer(parts, 'chat2')));
    const told = await Promise.all(answers.map(async (answer) => (answer?.ok ? await chunksOf(answer) : [])));

    expect(ran).toEqual(['a.txt']);
    expect(told.flat().some(({ type }) => type === 'tool-output-available')).toBe(true);
    await expect.poll(() => there?.store.conversations.get('chat2')).toMatchObject({ state: 'idle' });
    expect(model.requests).toHaveLength(2);
  });

  it('C525 are not taken over by a process whose clock is wrong', async () => {
    const held = createGate();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.'], held);
    const alive = chatWith({
      agent,
      store: chatStore(one),
      clock: { ...systemClock, now: () => Date.now() - 1_860_000 },
    });
    const parts = [answerPart(await chunksOf(await alive.say('go', 'u1', 'chat4')), 'a')];
    const reply = alive.answer(parts, 'chat4').then(chunksOf);
    await held.begun;

    const clock = { ...systemClock, now: () => Date.now() + 1_860_000 };
    const early = chatWith({ agent, store: chatStore(two), takeOverAfter: 60_000, clock });
    expect(await refusalOf(await early.answer(parts, 'chat4'))).toEqual([409, 'chat-elsewhere']);
    held.open();

    expect(typesOf(await reply).at(-1)).toBe('finish');
    expect(ran).toEqual(['a.txt']);
  });

  it('C450 of a dead process are taken over: an interrupted call is not repeated', async () => {
    const held = createGate();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'I do not know.'], held);
    const dying = chatWith({ agent, store: chatStore(one) });
    const parts = [answerPart(await chunksOf(await dying.say('go', 'u1', 'chat3')), 'a')];
    const lost = dying.answer(parts, 'chat3').then(chunksOf);
    await held.begun;

    const early = chatWith({ agent, store: chatStore(two), takeOverAfter: 60_000 });
    expect(await refusalOf(await early.answer(parts, 'chat3'))).toEqual([409, 'chat-elsewhere']);
    const heard = await chunksOf(await chatWith({ agent, store: chatStore(two) }).answer(parts, 'chat3'));
    held.open();
    await lost;

    expect(ran).toEqual(['a.txt']);
    expect(JSON.stringify(heard)).toContain('not known');
    expect(typesOf(heard).at(-1)).toBe('finish');
  });
});

import { expect, it } from 'vitest';
import { answerPart, chatStore, chatWith, chunksOf, createGate, filesAgent, refusalOf, remove } from './chat-server.js';

it('C222 there is nothing to resume while the chat waits, even after a takeover by another process', async () => {
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
  const one = chatWith({ agent });
  const first = await chunksOf(await one.say('go'));
  const two = chatWith({ agent, store: { ...one.store }, takeOverAfter: 60_000 });
  // The request is refused, but that process executes the run from now on.
  expect(await refusalOf(await two.answer([]))).toEqual([409, 'answers-missing']);

  const back = await two.stream();

  expect(back.status).toBe(204);
  expect((await one.store.conversations.get('chat1'))?.state).toBe('waiting');
  await chunksOf(await two.answer([answerPart(first, 'a')]));
  expect(ran).toEqual(['a.txt']);
});

it('C222 a client that reconnects to a run whose process died after storing the batch gets the request', async () => {
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
  const base = chatStore();
  const dead = createGate();
  const activate: typeof base.activate = async (runId) => {
    const activation = await base.activate(runId);
    const end = async (): Promise<never> => {
      dead.open();
      return await new Promise(() => {});
    };
    return activation && { ...activation, end };
  };
  void chatWith({ agent, store: { ...base, activate } }).say('go');
  await dead.passed;
  const next = chatWith({ agent, store: { ...base } });

  const back = await chunksOf(await next.stream());
  await chunksOf(await next.answer([answerPart(back, 'a')]));

  expect(ran).toEqual(['a.txt']);
});

it('C223 a run is over if its changed agent ends before it reaches the pending batch', async () => {
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
  const one = chatWith({ agent });
  const first = await chunksOf(await one.say('go'));
  const limited: typeof agent = {
    name: 'files',
    run: (input, options) => agent.run(input, { ...options, usageLimits: { requests: 0 } }),
  };
  const two = chatWith({ agent: limited, store: { ...one.store } });

  await two.answer([answerPart(first, 'a')]);
  await expect.poll(async () => (await one.store.conversations.get('chat1'))?.state).toBe('failed');
  const next = await chunksOf(await chatWith({ agent, store: { ...one.store } }).say('Then not', 'u2'));

  expect(next.at(-1)).toMatchObject({ type: 'finish' });
  expect(ran).toEqual([]);
});

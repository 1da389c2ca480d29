import type { CountersignError } from 'countersign';
import { indexedDbStorage, memoryStorage } from 'countersign/persistence';
import { afterEach, expect, it, vi } from 'vitest';
import { chatStore, chatWith, chunksOf, filesAgent, remove } from '../server/chat-server.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('where there are no browsers, a storage works in memory, and says so once', async () => {
  const problems: CountersignError[] = [];
  const storage = indexedDbStorage({ onProblem: (problem) => problems.push(problem) });

  await Promise.all([storage.journal('r1').step('a', async () => 1), storage.lead('r2')]);

  expect(await storage.journal('r1').step('a', async () => 2)).toBe(1);
  expect(problems.map(({ code }) => code)).toEqual(['storage-unavailable']);
});

it('what the app throws when it is told is the page’s to hear of, and keeps nothing from going on', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const failure = new Error('No place to show it.');
  const storage = indexedDbStorage({
    onProblem: () => {
      throw failure;
    },
  });

  expect(await storage.lead('r1')).toBe(1);
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
});

it('C194 a page that has lost a conversation cannot start a step in a run of it', async () => {
  const storage = memoryStorage();
  const options = { signal: new AbortController().signal, onWait: () => {} };
  const first = await storage.claim('talk', options);
  const begun = first.journal('r1');
  // As where the first one answers nothing any more.
  const second = await storage.claim('talk', { ...options, steal: AbortSignal.abort() });
  const done: string[] = [];
  const act = (who: string) => async () => void done.push(who);

  await second.journal('r1').step('tool:a', act('second'));
  await expect(begun.step('tool:b', act('first'))).rejects.toMatchObject({ code: 'stale-leader' });
  await second.journal('r1').step('tool:c', act('second'));

  expect(done).toEqual(['second', 'second']);
});

it('a chat of a server that was deleted while it waited runs nothing more, and another begins under its id', async () => {
  const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.', 'Hello.']);
  const store = chatStore();
  const activations: Awaited<ReturnType<typeof store.activate>>[] = [];
  const activate = async (runId: string) => {
    activations.push(await store.activate(runId));
    return activations.at(-1);
  };
  const { say } = chatWith({ agent, store: { ...store, activate } });
  const first = await chunksOf(await say('go'));
  await store.conversations.delete('chat1');

  const late = activations[0]?.journal.step('tool:late', async () => ran.push('late'));
  await expect(late).rejects.toMatchObject({ code: 'stale-leader' });
  const next = await chunksOf(await say('Hi', 'u2'));

  expect(first.some(({ type }) => type === 'tool-approval-request')).toBe(true);
  expect(next.at(-1)).toMatchObject({ type: 'finish' });
  expect((await store.list({ chat: 'chat1' })).map(({ title }) => title)).toEqual(['Hi']);
  expect(ran).toEqual([]);
});

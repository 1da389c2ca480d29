import { expect, it } from 'vitest';
import { chatWith, chunksOf, filesAgent, refusalOf } from './chat-server.js';

const fail = (): never => {
  throw new Error('Of the app');
};

it('C216 uses the default text when onError throws, and the chat continues', async () => {
  const { agent } = filesAgent([fail, 'Hello.']);
  const chat = chatWith({ agent, onError: fail });

  const failed = await chunksOf(await chat.say('go'));
  const next = await chunksOf(await chat.say('Again', 'u2'));

  expect(failed).toContainEqual({ type: 'error', errorText: 'An error occurred.' });
  expect(failed.at(-1)).toMatchObject({ type: 'finish' });
  expect(next).toContainEqual(expect.objectContaining({ delta: 'Hello.' }));
});

it('C219 responds to the client even if onProblem throws', async () => {
  const heard: unknown[] = [];
  const { reportError } = globalThis;
  globalThis.reportError = (error) => heard.push(error);
  const chat = chatWith({ agent: filesAgent([]).agent, authorize: fail, onProblem: fail });

  const refused = chat.say('go').finally(() => {
    globalThis.reportError = reportError;
  });

  expect(await refusalOf(await refused)).toEqual([500, 'server-failed']);
  expect(heard).toHaveLength(1);
});

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Conversation, type ConversationState, createAgent, createConversation } from 'countersign/core';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { afterEach, expect, it } from 'vitest';
import { until } from '../conformance/persistence-support.js';

const open: Conversation[] = [];
afterEach(() => {
  for (const conversation of open.splice(0)) conversation.dispose();
});

/** A model whose provider refuses every request, and counts them. */
function refusingModel() {
  const refusal = { name: 'AI_APICallError', statusCode: 400, isRetryable: false };
  const model = {
    ...{ specificationVersion: 'v4', provider: 'picky', modelId: 'picky', supportedUrls: {} },
    requests: 0,
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: () => {
      model.requests += 1;
      return Promise.reject(Object.assign(new Error('messages[0].content[0] is refused'), refusal));
    },
  } satisfies LanguageModelV4 & { requests: number };
  return model;
}

function pageOf(model: LanguageModelV4, storage: RunStorage): Conversation {
  const conversation = createConversation(() => ({ agent: createAgent({ model }), storage, runKey: 'talk' }));
  open.push(conversation);
  return conversation;
}

const isOver = ({ place, status }: ConversationState): boolean => place === 'here' && status === 'failed';

it.each<[string, (state: ConversationState) => boolean]>([
  ['its outcome', ({ outcome }) => outcome !== null],
  ['its status', ({ status }) => status === 'failed'],
])('C435 a conversation that is disposed as soon as it shows %s persists the end of its run', async (_, isSo) => {
  const model = refusingModel();
  const storage = memoryStorage();
  const first = pageOf(model, storage);
  first.store.subscribe((state) => {
    if (isSo(state)) first.dispose();
  });

  first.start('Hi');
  await until(first, isSo);
  const { error } = await until(pageOf(model, storage), isOver);

  expect(error).toMatchObject({ code: 'model-failed' });
  expect(model.requests).toBe(1);
});

it('C436 without Web Locks, the next conversation of a page waits until the last one has persisted its end', async () => {
  const model = refusingModel();
  const storage = memoryStorage();
  const first = pageOf(model, storage);
  first.start('Hi');
  await until(first, ({ outcome }) => outcome !== null);

  first.dispose();
  const { error } = await until(pageOf(model, storage), isOver);

  expect(error).toMatchObject({ code: 'model-failed' });
  expect(model.requests).toBe(1);
});

it('C436 without Web Locks, one of two conversations of a page continues and the other shows it, until the first is gone', async () => {
  const storage = memoryStorage();
  const model = scriptedModel(['Hello.', 'Again.']);
  const first = pageOf(model, storage);
  const second = pageOf(model, storage);
  await until(first, ({ place }) => place === 'here');
  await until(second, ({ place }) => place === 'elsewhere');

  first.start('Hi');
  await until(first, ({ outcome }) => outcome?.type === 'completed');
  first.dispose();
  await until(second, ({ place }) => place === 'here');
  second.start('And?');

  expect(await until(second, ({ outcome }) => outcome?.type === 'completed')).toMatchObject({ error: null });
});

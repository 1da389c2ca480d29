import {
  type ConversationSnapshot,
  type ConversationStorage,
  createAgent,
  createConversation,
  tool,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { call, inputSchema, textOf, until } from '../conformance/persistence-support.js';

/** A storage that has one text, and knows neither claims nor tabs. It hydrates when the test says so. */
function textStorage() {
  const saved = { text: '', hydrate: (): void => {} };
  const storage: ConversationStorage = {
    persist: (_, conversation) => {
      let active: ConversationSnapshot['active'];
      let base: ConversationSnapshot | undefined;
      const dehydrate = (): ConversationSnapshot => ({ v: 1, ...conversation.dehydrate(), active });
      const save = (): void => {
        saved.text = JSON.stringify({ ...(base ?? dehydrate()), ...conversation.dehydrateLive(), active });
      };
      saved.hydrate = () => {
        const snapshot = saved.text === '' ? undefined : JSON.parse(saved.text);
        conversation.hydrate(snapshot, { events: [], earlier: 'none' });
      };
      return {
        begin: (run) => {
          base = dehydrate();
          active = run;
          return { runId: run.runId, journal: { step: async (_key, work) => await work({ isRepeated: false }) } };
        },
        end: () => {
          base = undefined;
          active = undefined;
          save();
        },
        applyEvent: () => {},
        changed: save,
        stop: save,
        followerVerbs: () => undefined,
        takeLead: () => {},
        showEarlier: () => {},
        showsAll: () => false,
        close: save,
      };
    },
  };
  return { storage, saved };
}

it('C455 a conversation continues from the text that a storage of the app created from it', async () => {
  const { storage, saved } = textStorage();
  const model = scriptedModel(['One.', 'Two.', 'Three.']);
  const page = () => createConversation(() => ({ agent: createAgent({ model }), storage, runKey: 'talk' }));
  const first = page();
  first.start('First');
  expect(first.store.getState()).toMatchObject({ place: 'opening', queued: ['First'], messages: [] });
  saved.hydrate();
  await until(first, ({ outcome }) => outcome?.type === 'completed');
  first.dispose();

  const second = page();
  second.start('Second');
  expect(second.store.getState()).toMatchObject({ place: 'opening', messages: [] });
  saved.hydrate();
  const { messages } = await until(second, (state) => textOf(state) === 'First|One.|Second|Two.');

  expect(messages.map(({ id }) => id).slice(0, 2)).toEqual(first.store.getState().messages.map(({ id }) => id));
  expect(model.requests.at(-1)?.prompt).toHaveLength(3);
  second.regenerate();
  await until(second, (state) => textOf(state) === 'First|One.|Second|Three.');
});

it('C455 a waiting run starts again from that text, and its cards have their drafts', async () => {
  const { storage, saved } = textStorage();
  const model = scriptedModel([{ calls: [call('ask', 'a')] }, { calls: [call('ask', 'a')] }, 'Done.']);
  const ask = tool({ inputSchema, requiresApproval: true, execute: ({ path }) => `asked ${path}` });
  const page = () =>
    createConversation(() => ({ agent: createAgent({ model, tools: { ask } }), storage, runKey: 'talk' }));
  const first = page();
  saved.hydrate();
  first.start('Ask');
  const [item] = (await until(first, ({ pending }) => pending.length === 1)).pending.flatMap(({ items }) => items);
  first.saveDraft(item?.id ?? '', { mode: 'deny', reason: 'Not th' });
  first.dispose();

  const second = page();
  saved.hydrate();
  const { pending, drafts } = await until(second, (state) => state.pending.length === 1);
  expect(pending.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([item?.id]);
  expect(Object.values(drafts)).toEqual([{ mode: 'deny', reason: 'Not th' }]);
  await second.decide('a', true);
  const { outcome } = await until(second, (state) => state.outcome !== null);

  expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
});

it('C455 a storage that rejects a run prevents its start', async () => {
  const { storage, saved } = textStorage();
  const refusing: ConversationStorage = {
    persist: (...given) => {
      const persister = storage.persist(...given);
      return persister && { ...persister, begin: () => undefined };
    },
  };
  const model = scriptedModel([]);
  const conversation = createConversation(() => ({ agent: createAgent({ model }), storage: refusing, runKey: 'talk' }));
  saved.hydrate();

  expect(() => conversation.start('Go')).toThrow(expect.objectContaining({ code: 'still-opening' }));
});

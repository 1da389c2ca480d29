import { createAgent, createConversation, tool } from 'countersign/core';
import type { RunStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { databaseName, openStorage } from '../persistence/storages.js';
import { until } from './persistence-support.js';

/** A storage whose saves of conversations take as long as the test says. */
function lateStorage(): { readonly storage: RunStorage; readonly hold: () => () => void } {
  let held = Promise.resolve();
  const storage = openStorage({
    name: databaseName(),
    encrypt: async (text, record) => {
      if (record.startsWith('contents/')) await held;
      return new TextEncoder().encode(text).buffer;
    },
    decrypt: async (data) => new TextDecoder().decode(data),
  });
  const hold = (): (() => void) => {
    let letGo = (): void => {};
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  };
  return { storage, hold };
}

it('C190 has the messages from just before the page was frozen, even if they are stored late', async () => {
  const { storage, hold } = lateStorage();
  const act = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'did' });
  const model = scriptedModel([{ calls: [{ toolName: 'act', toolCallId: 'a', input: {} }] }]);
  const agent = createAgent({ model, tools: { act } });
  const page = createConversation(() => ({ agent, storage, runKey: 'talk' }));
  onTestFinished(page.dispose);
  page.start('Go');
  await until(page, ({ pending }) => pending.length > 0);

  const letGo = hold();
  page.start('And then?');
  document.dispatchEvent(new Event('freeze'));
  await until(page, ({ place }) => place === 'elsewhere');
  document.dispatchEvent(new Event('resume'));
  // A page that does not wait for what it keeps itself goes on by now.
  for (let rounds = 0; rounds < 10; rounds++) await storage.load('talk');
  expect(page.store.getState().place).toBe('elsewhere');
  letGo();
  const { queued, error } = await until(page, ({ pending }) => pending.length > 0);

  expect({ queued, error }).toEqual({ queued: ['And then?'], error: null });
});

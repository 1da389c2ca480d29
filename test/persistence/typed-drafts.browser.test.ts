import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { call, inputSchema, until } from '../conformance/persistence-support.js';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A conversation at a card of which something was typed, and whose timers never fire. */
async function typing(): Promise<{ readonly page: Conversation; readonly stored: () => Promise<unknown> }> {
  const storage = openStorage({ name: databaseName() });
  const ask = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
  const agent = createAgent({ model: scriptedModel([{ calls: [call('ask', 'a')] }]), tools: { ask } });
  const page = createConversation(() => ({ agent, storage, runKey: 'talk' }), { setTimeout: () => () => {} });
  onTestFinished(page.dispose);
  page.start('Go');
  const { pending } = await until(page, (state) => state.pending.length === 1);
  const stored = async (): Promise<unknown> => {
    const loaded = await storage.load('talk');
    return loaded && 'v' in loaded ? loaded.drafts : loaded;
  };
  await expect.poll(stored).toEqual({});
  page.saveDraft(pending[0]?.items[0]?.id ?? '', { mode: 'deny', reason: 'Not today' });
  return { page, stored };
}

it('C446 stores drafts when the page is hidden', async () => {
  const { stored } = await typing();

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(stored).toEqual({ a: { mode: 'deny', reason: 'Not today' } });
});

it('C446 stores drafts when the page is left', async () => {
  const { stored } = await typing();

  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  onTestFinished(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

  await expect.poll(stored).toEqual({ a: { mode: 'deny', reason: 'Not today' } });
});

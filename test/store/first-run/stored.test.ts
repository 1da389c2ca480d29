import type { Conversation } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { leavePage, openPage, SlowNetwork } from '../../setup/slow-network.js';

let network: SlowNetwork;
beforeEach(() => {
  network = new SlowNetwork();
});
afterEach(async () => await leavePage(network));

const stateOf = ({ store }: Pick<Conversation, 'store'>) => store.getState();
const aWhile = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 60));

const needed = ['keep-conversation', 'reduce-run-event', 'local-broker'] as const;

/** Pages of one storage, of which each has loaded nothing. */
async function pages() {
  const { createAgent, createConversation, tool } = await openPage(network);
  const { memoryStorage } = await import('countersign/persistence');
  const storage = memoryStorage();
  const done: string[] = [];
  const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'Done.', 'More.']);
  const act = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => void done.push('act') });
  const agent = createAgent({ model, tools: { act } });
  const open = (create = createConversation): Conversation => create(() => ({ agent, storage, runKey: 'k' }));
  return { open, done, model };
}

describe('a conversation that is kept, in a page that has not loaded what shows it', () => {
  it.each(needed)(
    'C298 keeps what was said where %s does not come, says why, and opens it at the next try',
    async (part) => {
      network.break(part);
      const { open, model } = await pages();
      const conversation = open();

      conversation.start('a');
      await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
      expect(stateOf(conversation)).toMatchObject({ place: 'opening', status: 'failed', queued: ['a'] });
      expect(model.requests).toEqual([]);

      network.bring(part);
      conversation.unqueue('a');
      conversation.start('a');
      await vi.waitFor(() => expect(stateOf(conversation).status).toBe('waiting'));
      expect(stateOf(conversation)).toMatchObject({ place: 'here', error: null, queued: [] });
      conversation.dispose();
    },
  );

  it.each(['reduce-run-event', 'local-broker'] as const)(
    'C298 does not begin a run again that %s could not show, and goes on with it at the next try, once',
    async (part) => {
      const first = await pages();
      const before = first.open();
      before.start('Go');
      await vi.waitFor(() => expect(stateOf(before).status).toBe('waiting'));
      before.dispose();
      await aWhile();

      // Another page, which has loaded nothing.
      network.break(part);
      const { createConversation } = await openPage(network);
      const conversation = first.open(
        createConversation as typeof first.open extends (create: infer C) => unknown ? NonNullable<C> : never,
      );
      await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
      expect(stateOf(conversation)).toMatchObject({ place: 'opening', pending: [] });

      network.bring(part);
      conversation.start('And then?');
      await vi.waitFor(() => expect(stateOf(conversation).pending).toHaveLength(1));
      await conversation.decideAll(true);
      await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'More.' }));
      expect(first.done).toEqual(['act']);
      conversation.dispose();
    },
  );
});

import { cleanup, render, screen } from '@testing-library/react';
import { createAgent, createConversation, tool, useStoredConversations } from 'countersign';
import { ConversationList } from 'countersign/components';
import { indexedDbStorage, memoryStorage, type RunStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

afterEach(cleanup);

let count = 0;

function Talks({ storage }: { readonly storage: RunStorage }): ReactElement {
  return <ConversationList conversations={useStoredConversations(storage)} onSelect={vi.fn()} />;
}

const soon = { timeout: 20_000 };

const lines = (): readonly (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

it.each(['IndexedDB', 'memory'])('C196 lists stored conversations, and follows the storage (%s)', async (kind) => {
  const name = `list-${Date.now()}-${count++}`;
  const memory = memoryStorage();
  const tab = (): RunStorage => (kind === 'memory' ? memory : indexedDbStorage({ name }));
  const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' });
  const turns = [{ calls: [{ toolName: 'ask', toolCallId: 'a' }] }, 'Done.'];
  const agent = createAgent({ model: scriptedModel(turns), tools: { ask } });
  const here = tab();
  render(<Talks storage={here} />);
  expect(lines()).toEqual([]);

  const talk = createConversation(() => ({ agent, storage: tab(), runKey: 'talk' }));
  talk.start('Tidy up');
  await vi.waitFor(() => expect(lines()[0]).toMatch(/^Tidy up Waiting for you since .*\d/), soon);
  await here.conversations.rename('talk', 'Cleaning');
  await vi.waitFor(() => expect(lines()[0]).toMatch(/^Cleaning Waiting for you since /), soon);
  await talk.decide('a', true);
  await vi.waitFor(() => expect(lines()).toEqual(['Cleaning ']), soon);
  talk.dispose();
  const copy = await here.conversations.import(await here.conversations.export('talk'));
  await vi.waitFor(() => expect(lines()).toHaveLength(2), soon);
  await here.conversations.delete('talk');
  await here.conversations.delete(copy);

  await vi.waitFor(() => expect(lines()).toEqual([]), soon);
});

import { act, screen, within } from '@testing-library/react';
import type { UIMessage } from 'ai';
import { createAgent, createConversation, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

afterEach(() => vi.restoreAllMocks());

const remove = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true, execute: () => 'Removed.' });
const makeAgent = () =>
  createAgent({
    model: scriptedModel([{ text: 'This one.', calls: [{ toolName: 'remove', input: { path: 'a' } }] }]),
    tools: { remove },
  });

it('C534 a chat from a server shows an open approval, and keeps it until its card is there', async () => {
  const name = `opening-${crypto.randomUUID()}`;
  const storage = indexedDbStorage({ name });
  const first = createConversation(() => ({ agent: makeAgent(), storage, runKey: 'notes' }));
  first.start('Remove a');
  await vi.waitFor(async () => expect((await storage.conversations.get('notes'))?.state).toBe('waiting'));
  await vi.waitFor(() => expect(JSON.stringify(first.store.getState().messages)).toContain('approval-requested'));
  const initialMessages: readonly UIMessage[] = JSON.parse(JSON.stringify(first.store.getState().messages));
  first.dispose();
  const agent = makeAgent();
  const Page = (): ReactElement => (
    <AgentChat run={useAgentRun({ agent, initialMessages, storage: indexedDbStorage({ name }), runKey: 'notes' })} />
  );
  // React 18 warns when a server has a document, which is only the case in this test.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const html = renderToString(<Page />);
  vi.restoreAllMocks();
  expect(html).toContain('waits for an answer');
  expect(html).not.toContain('nterrupted');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = html;
  const texts: string[] = [];
  const observer = new MutationObserver(() => texts.push(container.textContent ?? ''));
  observer.observe(container, { childList: true, subtree: true, characterData: true });

  let root: Root | undefined;
  act(() => {
    root = hydrateRoot(container, <Page />);
  });

  await screen.findByRole('button', { name: /^Approve/ });
  expect(within(screen.getByRole('log')).getByText('This one.')).toBeVisible();
  expect(texts.filter((text) => !text.includes('This one.'))).toEqual([]);
  expect(texts.filter((text) => text.includes('nterrupted'))).toEqual([]);
  observer.disconnect();
  act(() => root?.unmount());
  container.remove();
});

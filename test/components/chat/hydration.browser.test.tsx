import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import { createAgent, useAgentRun } from 'countersign';
import { AgentChat, Chat, MessageComposer, RunStatus } from 'countersign/components';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

const initialMessages: readonly UIMessage[] = [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'First' }] },
  {
    id: 'a1',
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'Let me see' },
      {
        type: 'dynamic-tool',
        toolName: 'look',
        toolCallId: 'c1',
        state: 'output-available',
        input: {},
        output: 'a.txt',
      },
      { type: 'text', text: 'One.' },
      { type: 'source-url', sourceId: 's1', url: 'https://example.com/a', title: 'Example' },
    ],
  },
];

function Ready(): ReactElement {
  const run = useAgentRun({
    agent: createAgent({ model: scriptedModel(['Two.']) }),
    initialMessages: initialMessages,
  });
  return <AgentChat run={run} title="Workspace" aside={<p>Files</p>} />;
}

function OfParts(): ReactElement {
  const run = useAgentRun({ agent: createAgent({ model: scriptedModel(['Two.']) }) });
  return (
    <Chat.Root run={run}>
      <Chat.Thread>
        <Chat.Scroll>
          <Chat.Empty>Ask</Chat.Empty>
          <Chat.Messages />
        </Chat.Scroll>
        <Chat.Jump />
      </Chat.Thread>
      <RunStatus run={run} />
      <MessageComposer run={run} />
    </Chat.Root>
  );
}

describe('A chat from a server', () => {
  it.each([
    ['ready-made, with messages of before', <Ready key="" />],
    ['of parts', <OfParts key="" />],
  ])('%s, hydrates without a warning and goes on', async (_, element) => {
    // React 18 warns when a server has a document, which is only the case in this test.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const html = renderToString(element);
    vi.restoreAllMocks();
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(html).not.toMatch(/ style=/);
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = html;

    let root: Root | undefined;
    act(() => {
      root = hydrateRoot(container, element);
    });
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Second{Enter}');

    await within(screen.getByRole('log')).findByText('Two.');
    expect(errors.mock.calls).toEqual([]);
    act(() => root?.unmount());
    container.remove();
  });
});

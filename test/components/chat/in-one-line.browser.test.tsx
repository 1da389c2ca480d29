import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentChat, StringsProvider } from '../../../src/components/index.js';
import type { ConversationStatus } from '../../../src/conversation/state/conversation-state.js';
import { UserError } from '../../../src/protocol/base/errors.js';
import { noUsage, type RunOutcome } from '../../../src/protocol/outcome.js';
import { approval, batch, fakeRun } from '../support.js';

afterEach(cleanup);

describe('AgentChat', () => {
  it('is a chat in one line: messages, calls that need you, where to write', () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([approval('a')])] });

    render(<AgentChat run={run} title="Workspace" aside={<p>Files</p>} placeholder="Ask" />);

    expect(screen.getByRole('region', { name: 'Workspace' })).toBeVisible();
    expect(screen.getByRole('log')).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Write a' })).toBeVisible();
    expect(screen.getByPlaceholderText('Ask')).toBeVisible();
    expect(screen.getByText('Files')).toBeVisible();
  });

  it.each<[ConversationStatus, string]>([
    ['idle', ''],
    ['running', 'Working'],
    ['waiting', 'Waiting for you'],
    ['deferred', 'Paused: actions left open'],
    ['failed', 'Failed'],
  ])('says in words that it is %s', (status, words) => {
    render(<AgentChat run={fakeRun({ status })} />);

    expect(document.querySelector('[data-cs="run-state"]')?.textContent).toBe(words);
  });

  it('says that and why it was stopped', () => {
    const outcome: RunOutcome<unknown> = {
      type: 'aborted',
      reason: 'changed my mind',
      runId: 'r',
      conversationId: 'c',
      messages: [],
      newMessages: [],
      usage: noUsage,
    };

    render(<AgentChat run={fakeRun({ outcome })} />);

    expect(screen.getByText('Stopped: changed my mind')).toBeVisible();
  });

  it('says what failed', () => {
    render(<AgentChat run={fakeRun({ status: 'failed', error: new UserError('no-key', 'The key is wrong.') })} />);

    expect(screen.getByText('The key is wrong.')).toHaveAttribute('role', 'alert');
  });

  it('says what it used', () => {
    const usage = { requests: 1, toolCalls: 0, inputTokens: 63, outputTokens: 21 };

    render(<AgentChat run={fakeRun({ usage })} />);

    expect(screen.getByText('63 → 21 tokens')).toBeVisible();
  });

  it('sets no style attribute and no button without a type', () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([approval('a'), approval('b')])] });

    const { container } = render(<AgentChat run={run} title="Workspace" />);

    expect(container.querySelectorAll('[style]')).toHaveLength(0);
    expect(container.querySelectorAll('button:not([type="button"])')).toHaveLength(0);
    expect(container.querySelectorAll('button').length).toBeGreaterThan(5);
  });
});

describe('StringsProvider', () => {
  it('replaces words group by group, and inner ones win', async () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([approval('a')])] });

    render(
      <StringsProvider strings={{ approval: { approve: 'Genehmigen', edit: 'Bearbeiten' }, chat: { send: 'Senden' } }}>
        <StringsProvider strings={{ approval: { edit: 'Ändern' } }}>
          <AgentChat run={run} />
        </StringsProvider>
      </StringsProvider>,
    );

    const card = within(screen.getByRole('group', { name: 'Write a' }));
    const names = card.getAllByRole('button').map((button) => button.textContent);
    expect(names).toEqual(['Input', 'GenehmigenA', 'Just this once', 'ÄndernE', 'Deny…D', 'LaterL']);
    // While the field is empty, the button stops the run.
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
    expect(screen.getByRole('button', { name: 'Senden' })).toBeVisible();
  });
});

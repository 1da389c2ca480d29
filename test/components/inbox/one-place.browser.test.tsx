import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { connectInbox, createRemoteAgent, runServerTransport, useAgentRun } from 'countersign';
import { ApprovalInbox, ApprovalQueue } from 'countersign/components';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createInboxServer, type InboxServer, url } from '../../../stories/inbox/inbox-server.js';

afterEach(cleanup);

/** A chat and an inbox of one person. `chat`: where the chat is. */
function Page({ server, chat }: { readonly server: InboxServer; readonly chat: 'shown' | 'hidden' }): ReactElement {
  const [inbox] = useState(() => connectInbox({ url, fetch: server.as('eve'), interval: 50 }));
  const [agent] = useState(() =>
    createRemoteAgent({
      name: 'files',
      transport: runServerTransport({ url, agent: 'files', fetch: server.as('eve') }),
    }),
  );
  const run = useAgentRun({ agent });
  return (
    <>
      <section aria-label="Chat" style={{ display: chat === 'hidden' ? 'none' : 'block' }}>
        <ApprovalQueue run={run} />
      </section>
      <button type="button" onClick={() => run.start('Delete what is old')}>
        Go
      </button>
      <ApprovalInbox inbox={inbox} />
    </>
  );
}

const inboxCards = (): readonly HTMLElement[] =>
  within(screen.getByRole('region', { name: /^Waiting for you/ })).queryAllByRole('group', { name: 'Delete old.txt' });
const reference = (): HTMLElement | null => screen.queryByRole('button', { name: 'Answer it in the chat' });

describe('a batch in a chat and in an inbox of one page', () => {
  it('C475 is answered in the chat, unless the chat is hidden', async () => {
    const server = createInboxServer();
    const view = render(<Page server={server} chat="shown" />);
    act(() => screen.getByText('Go').click());
    await waitFor(() => expect(reference()).not.toBeNull());
    expect(inboxCards()).toHaveLength(0);

    await userEvent.click(reference() as HTMLElement);

    const chat = screen.getByRole('region', { name: 'Chat' });
    expect(within(chat).getByRole('group', { name: 'Delete old.txt' })).toHaveFocus();
    view.rerender(<Page server={server} chat="hidden" />);
    await waitFor(() => expect(inboxCards()).toHaveLength(1));
    expect(reference()).toBeNull();
  });

  it('C475 stays in the inbox while the user is in its card', async () => {
    const server = createInboxServer();
    const view = render(<Page server={server} chat="hidden" />);
    act(() => screen.getByText('Go').click());
    await waitFor(() => expect(inboxCards()).toHaveLength(1));
    const [card] = inboxCards();
    const deny = within(card as HTMLElement).getByRole('button', { name: 'Deny…' });
    deny.focus();

    view.rerender(<Page server={server} chat="shown" />);
    const chat = await screen.findByRole('region', { name: 'Chat' });
    await within(chat).findByRole('group', { name: 'Delete old.txt' });

    expect(inboxCards()).toHaveLength(1);
    expect(deny).toHaveFocus();
    act(() => deny.blur());
    await waitFor(() => expect(reference()).not.toBeNull());
    expect(inboxCards()).toHaveLength(0);
  });
});

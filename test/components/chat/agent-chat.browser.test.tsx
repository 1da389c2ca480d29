import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ClientToolProps } from 'countersign';
import { type AgentChat, Chat, RunStatus } from 'countersign/components';
import { afterEach, describe, expect, it } from 'vitest';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { dataTransferOf, file, showChat } from './support.js';

loadKitStyles();

afterEach(cleanup);

const log = (): HTMLElement => screen.getByRole('log');
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });
const removal = (path: string) => ({ calls: [{ toolName: 'remove', input: { path } }] });

/** Presses a button by keyboard, after it has become active. */
async function press(button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  button.focus();
  await userEvent.keyboard('{Enter}');
}

describe('AgentChat', () => {
  it('is worked with the keyboard alone, from the message to the answer', async () => {
    const { removed } = showChat({ turns: [removal('a.txt'), 'It is gone.'] });

    await userEvent.tab();
    for (let presses = 0; document.activeElement !== field() && presses < 10; presses++) await userEvent.tab();
    await userEvent.keyboard('Remove a.txt{Enter}');
    const card = await screen.findByRole('group', { name: 'Remove a.txt' });
    expect(removed).toEqual([]);
    await press(within(card).getByRole('button', { name: /^Approve/ }));
    await within(log()).findByText('It is gone.');

    expect(removed).toEqual(['a.txt']);
    const line = log().querySelector('[data-cs="call"]');
    expect(line).toHaveAttribute('data-phase', 'returned');
    expect(line?.querySelector('summary')).toHaveTextContent('Remove a.txt done');
  });

  it('C404 keeps the focus when the run ends while a stop button of the app has it', async () => {
    let answer = (): void => {};
    const when = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const Status = ({ run }: AgentChat.RunProps) => <RunStatus run={run} stop="button" />;
    const { run } = showChat({ turns: [{ text: 'Done.', when }], chat: { slots: { Status } } });
    run().start('Hello');
    const [stop] = await screen.findAllByRole('button', { name: 'Stop' });
    stop?.focus();
    expect(stop?.closest('[data-cs="run-status"]')).not.toBeNull();

    answer();

    await waitFor(() => expect(stop).not.toBeInTheDocument());
    expect(field()).toHaveFocus();
  });

  it.each(['dragover', 'drop'])('does not leave the page for a file that misses the composer (%s)', (type) => {
    showChat({ turns: [] });
    const event = new DragEvent(type, {
      dataTransfer: dataTransferOf(file('a.txt', 'text/plain')),
      bubbles: true,
      cancelable: true,
    });

    log().dispatchEvent(event);

    expect(event.defaultPrevented).toBe(true);
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
  });

  it('queues what is said while a batch is open, and takes it back', async () => {
    const { run, model } = showChat({ turns: [removal('a.txt'), 'Removed.', 'And listed.'] });
    await userEvent.type(field(), 'Remove a.txt{Enter}');
    await screen.findByRole('group', { name: 'Remove a.txt' });

    await userEvent.type(field(), 'Then list{Enter}Forget this{Enter}');
    await screen.findByText('“Then list” is sent when you have answered.');
    const forget = screen.getByText(/“Forget this”/).closest<HTMLElement>('[data-cs="queued-message"]');
    if (forget === null) throw new Error('The second message is not queued.');
    await userEvent.click(within(forget).getByRole('button', { name: 'Don’t send' }));
    expect(field()).toHaveFocus();
    await run().decideAll(true);

    await within(log()).findByText('And listed.');
    expect(within(log()).getByText('Then list')).toBeVisible();
    expect(screen.queryByText(/Forget this/)).toBeNull();
    expect(model.requests).toHaveLength(3);
  });

  it('moves to the stop button on Escape, and stops nothing by that', async () => {
    const { run } = showChat({ turns: [removal('a.txt')] });
    await userEvent.type(field(), 'Remove a.txt{Enter}');
    await screen.findByRole('group', { name: 'Remove a.txt' });
    field().focus();

    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus();
    expect(run().status).toBe('waiting');
    await userEvent.keyboard('{Enter}');

    await screen.findByText('Stopped');
    expect(log().querySelector('[data-cs="call"]')).toHaveAttribute('data-phase', 'cancelled');
    expect(field()).toHaveFocus();
  });

  it('shows texts through the renderer of the app, also while they stream', async () => {
    const renderText = (text: string) => text.split('**').map((part, at) => (at % 2 ? <b key={part}>{part}</b> : part));
    showChat({ turns: ['This is **bold**.'], chat: { renderText } });

    await userEvent.type(field(), 'Say it{Enter}');

    expect((await within(log()).findByText('bold')).localName).toBe('b');
    expect(log().querySelector('[data-plain]')).toBeNull();
  });

  it('writes markup of models and users as text', async () => {
    showChat({ turns: ['<img src=x onerror=alert(1)>'] });

    await userEvent.type(field(), '<b>hi</b>{Enter}');

    await within(log()).findByText('<img src=x onerror=alert(1)>');
    expect(within(log()).getByText('<b>hi</b>')).toBeVisible();
    expect(log().querySelector('img, b')).toBeNull();
  });

  it('carries out a client tool in the same run', async () => {
    const ByHand = ({ input, submit }: ClientToolProps<{ readonly what: string }, string>) => (
      <button type="button" onClick={() => void submit('done')}>
        Done: {input.what}
      </button>
    );
    const { model } = showChat({
      turns: [{ calls: [{ toolName: 'byHand', input: { what: 'water the plants' } }] }, 'Thanks.'],
      options: { clientTools: { byHand: { render: ByHand } } },
    });
    await userEvent.type(field(), 'Go{Enter}');

    await userEvent.click(await screen.findByRole('button', { name: 'Done: water the plants' }));

    await within(log()).findByText('Thanks.');
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('"value":"done"');
    expect(log().querySelector('[data-cs="call"]')).toHaveAttribute('data-phase', 'returned');
  });
});

describe('AgentChat has slots', () => {
  const slots: AgentChat.Slots = {
    Text: ({ part }) => <q>{part.text}</q>,
    CallLine: ({ part }) => <p>My line of {part.toolCallId}</p>,
    Composer: ({ run }) => (
      <button type="button" onClick={() => run.start('Look')}>
        Begin
      </button>
    ),
    Status: ({ run }) => <p>My status: {run.status}</p>,
    Empty: () => <p>Nothing said yet</p>,
  };

  it('for every piece', async () => {
    showChat({ turns: [{ calls: [{ toolName: 'look', input: {} }] }, 'Empty.'], chat: { slots } });
    expect(screen.getByText('Nothing said yet')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Begin' }));

    expect((await within(log()).findByText('Empty.')).localName).toBe('q');
    expect(within(log()).getByText(/^My line of/)).toBeVisible();
    expect(await screen.findByText('My status: idle')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('for the calls that need people', async () => {
    const Queue: NonNullable<AgentChat.Slots['Queue']> = ({ run }) => (
      <button type="button" onClick={() => void run.decideAll(true)}>
        Yes to {run.pending.length}
      </button>
    );
    const { removed } = showChat({ turns: [removal('a.txt'), 'Gone.'], chat: { slots: { Queue } } });
    await userEvent.type(field(), 'Remove it{Enter}');

    await userEvent.click(await screen.findByRole('button', { name: 'Yes to 1' }));

    await within(log()).findByText('Gone.');
    expect(removed).toEqual(['a.txt']);
  });

  it('for a message, made of the parts', async () => {
    const Message: NonNullable<AgentChat.Slots['Message']> = ({ message }) => (
      <Chat.Message message={message} render={<li />} className={({ role }) => `by-${role}`}>
        {message.parts
          .filter((part) => part.type === 'text')
          .map((part) => (
            <Chat.Text key={part.text} part={part} render={<blockquote />} />
          ))}
      </Chat.Message>
    );
    showChat({ turns: ['Hi.'], chat: { slots: { Message } } });

    await userEvent.type(field(), 'Hello{Enter}');

    const text = await within(log()).findByText('Hi.');
    expect(text.localName).toBe('blockquote');
    expect(text.closest('li')).toHaveClass('by-assistant');
  });
});

describe('A part of a chat', () => {
  it('says where it belongs when it stands elsewhere', () => {
    expect(() => render(<Chat.Messages />)).toThrow(/<Chat\.Messages> is outside of <Chat\.Root>/);
  });
});

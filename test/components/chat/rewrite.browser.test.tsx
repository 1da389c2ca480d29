import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { showChat } from './support.js';

afterEach(cleanup);

const before: readonly UIMessage[] = [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'First' }] },
  { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'One.' }] },
  { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Second' }] },
  { id: 'a2', role: 'assistant', parts: [{ type: 'text', text: 'Two.' }] },
];

const log = (): HTMLElement => screen.getByRole('log');
const said = (): (string | null)[] =>
  [...log().querySelectorAll('[data-cs="text"]')].map((element) => element.textContent);
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

describe('AgentChat with messages of before', () => {
  it('shows them and goes on from them', async () => {
    const { model } = showChat({ turns: ['Three.'], options: { initialMessages: before } });
    await within(log()).findByText('Two.');

    await userEvent.type(field(), 'Third{Enter}');
    await within(log()).findByText('Three.');

    expect(said()).toEqual(['First', 'One.', 'Second', 'Two.', 'Third', 'Three.']);
    expect(JSON.stringify(model.requests[0]?.prompt)).toMatch(/First.*One\..*Second.*Two\..*Third/);
  });
});

describe('The last answer', () => {
  it('is made anew, and only the last offers it', async () => {
    showChat({ turns: ['Two, again.'], options: { initialMessages: before } });
    await within(log()).findByText('Two.');
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await within(log()).findByText('Two, again.');
    expect(said()).toEqual(['First', 'One.', 'Second', 'Two, again.']);
    expect(field()).toHaveFocus();
  });

  it('says first that its calls ran, and takes a no', async () => {
    const turns = [{ calls: [{ toolName: 'look', input: {} }] }, 'Empty.', 'Empty indeed.'];
    showChat({ turns });
    await userEvent.type(field(), 'Look{Enter}');
    await within(log()).findByText('Empty.');

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const note = screen.getByRole('group', { name: /1 action of this answer has run already/ });
    await userEvent.click(within(note).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
    expect(said()).toContain('Empty.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again anyway' }));

    await within(log()).findByText('Empty indeed.');
    expect(said()).toEqual(['Look', 'Empty indeed.']);
  });

  it('is offered anew where none came', async () => {
    showChat({ turns: [{ fails: 'No such model', status: 404 }, 'Here I am.'] });
    await userEvent.type(field(), 'Hello{Enter}');
    await waitFor(() => expect(document.querySelector('[data-cs="run-error"]')).toHaveTextContent('No such model'));

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await within(log()).findByText('Here I am.');
    expect(said()).toEqual(['Hello', 'Here I am.']);
    expect(document.querySelector('[data-cs="run-error"]')).toBeEmptyDOMElement();
  });

  it('is not offered anew while a run goes on', async () => {
    const { run } = showChat({ turns: [{ calls: [{ toolName: 'remove', input: { path: 'a' } }] }] });
    await userEvent.type(field(), 'Remove a{Enter}');

    await screen.findByRole('group', { name: 'Remove a' });

    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(within(log()).queryByRole('button', { name: 'Edit' })).toBeNull();
    run().stop();
  });
});

describe('The last message', () => {
  const edit = async (): Promise<HTMLElement> => {
    await within(log()).findByText('Two.');
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    return screen.getByRole('textbox', { name: /Sending it again replaces what follows/ });
  };

  it('is edited and sent in place of the first, with the keyboard alone', async () => {
    showChat({ turns: ['Two and a half.'], options: { initialMessages: before } });
    const editor = await edit();
    expect(editor).toHaveFocus();
    expect(editor).toHaveValue('Second');

    await userEvent.keyboard(' and a half{Enter}');

    await within(log()).findByText('Two and a half.');
    expect(said()).toEqual(['First', 'One.', 'Second and a half', 'Two and a half.']);
    expect(field()).toHaveFocus();
  });

  it('stays as it was on Escape, and gives the focus back', async () => {
    const { model } = showChat({ turns: [], options: { initialMessages: before } });
    await edit();

    await userEvent.keyboard('…{Escape}');

    expect(said()).toEqual(['First', 'One.', 'Second', 'Two.']);
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
    expect(model.requests).toHaveLength(0);
  });

  it('cannot become empty', async () => {
    const { model } = showChat({ turns: [], options: { initialMessages: before } });
    const editor = await edit();

    await userEvent.clear(editor);
    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true');
    expect(model.requests).toHaveLength(0);
  });

  it('keeps its files', async () => {
    const file = { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,eHh4' };
    const messages = [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Read it' }, file] },
      { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'Two.' }] },
    ] as UIMessage[];
    const { model } = showChat({ turns: ['Read.'], options: { initialMessages: messages } });
    await edit();

    await userEvent.keyboard(' again{Enter}');

    await within(log()).findByText('Read.');
    expect(within(log()).getByText('a.txt')).toBeVisible();
    expect(JSON.stringify(model.requests[0]?.prompt)).toMatch(/Read it again.*a\.txt.*xxx/);
  });

  it('C350 has a button to remove each of its files', async () => {
    const files = ['a.txt', 'b.txt'].map((filename) => ({
      type: 'file',
      mediaType: 'text/plain',
      filename,
      url: 'data:text/plain;base64,eHh4',
    }));
    const messages = [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Read it' }, ...files] },
      { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'Two.' }] },
    ] as UIMessage[];
    const { model } = showChat({ turns: ['Read.'], options: { initialMessages: messages } });
    const editor = await edit();

    await userEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
    expect(editor).toHaveFocus();
    await userEvent.keyboard('{Enter}');

    await within(log()).findByText('Read.');
    const sent = JSON.stringify(model.requests[0]?.prompt);
    expect(sent).toContain('b.txt');
    expect(sent).not.toContain('a.txt');
  });
});

describe('An incomplete answer', () => {
  it('C345 says so, and a press continues it', async () => {
    const { model } = showChat({ turns: [{ text: 'Once upon', finishReason: 'length' }, 'a time.'] });
    await userEvent.type(field(), 'A story{Enter}');
    await within(log()).findByText(/Cut off at the length limit/);
    expect(screen.getByText('Failed')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await within(log()).findByText('a time.');

    expect(said()).toEqual(['A story', 'Once upon', 'Continue where you stopped.', 'a time.']);
    expect(model.requests).toHaveLength(2);
    expect(field()).toHaveFocus();
    expect(screen.getByText(/Cut off at the length limit/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('C345 says that the content filter stopped it, and does not offer to continue', async () => {
    showChat({ turns: [{ text: 'Once upon', finishReason: 'content-filter' }] });
    await userEvent.type(field(), 'A story{Enter}');

    await within(log()).findByText('Stopped by the content filter');

    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

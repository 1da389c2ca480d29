import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageComposer } from '../../../src/components/index.js';
import type { ConversationState } from '../../../src/conversation/state/conversation-state.js';
import { noUsage } from '../../../src/protocol/outcome.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

const noOutcome = { runId: 'r', conversationId: 'c', messages: [], newMessages: [], usage: noUsage };

function showComposer(state: Partial<ConversationState> = {}): FakeRun {
  const run = fakeRun(state);
  render(<MessageComposer run={run} placeholder="Say something" />);
  return run;
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

describe('Composer', () => {
  it('sends on Enter, and keeps the focus', async () => {
    const run = showComposer();
    await userEvent.click(field());

    await userEvent.keyboard(' Delete a.txt {Enter}');

    expect(run.start.mock.calls).toEqual([['Delete a.txt']]);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('begins a new line on Shift+Enter, and grows', async () => {
    const run = showComposer();
    await userEvent.click(field());

    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');

    expect(run.start).not.toHaveBeenCalled();
    expect(field()).toHaveValue('one\ntwo');
    expect(field()).toHaveAttribute('rows', '2');
  });

  it.each([
    ['while it composes', { isComposing: true }],
    ['that Safari reports after the composition', { keyCode: 229 }],
  ])('sends nothing on an Enter %s', async (_, init) => {
    const run = showComposer();
    await userEvent.type(field(), 'にほん');

    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }));

    expect(run.start).not.toHaveBeenCalled();
    expect(field()).toHaveValue('にほん');
  });

  it('sends nothing that is empty', async () => {
    const run = showComposer();
    await userEvent.type(field(), '   {Enter}');

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(run.start).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('sends by its button, and gives the focus back', async () => {
    const run = showComposer();
    await userEvent.type(field(), 'Hello');

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(run.start.mock.calls).toEqual([['Hello']]);
    expect(field()).toHaveFocus();
  });

  it.each(['running', 'waiting'] as const)('stops while %s, and gives the focus back', async (status) => {
    const run = showComposer({ status });

    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));

    expect(run.stop.mock.calls).toEqual([[]]);
    expect(field()).toHaveFocus();
  });

  it.each(['idle', 'deferred', 'failed'] as const)('offers no stop while %s', (status) => {
    showComposer({ status });

    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('says what is queued, and until when', () => {
    showComposer({
      status: 'waiting',
      pending: [batch([approval('a')])],
      queued: ['Then list', [{ type: 'text', text: 'and read' }]],
    });

    const queued = screen.getByRole('status');

    expect(queued).toHaveTextContent('“Then list” is sent when you have answered.');
    expect(queued).toHaveTextContent('“and read” is sent when you have answered.');
  });

  it.each([
    ['مرحبا', 'ltr', 'rtl'],
    ['Hello', 'rtl', 'ltr'],
    ['123', 'rtl', 'rtl'],
  ])(
    'shows %s in its direction in a page that reads %s, and does not ask the browser to look at each line',
    (text, page, direction) => {
      sessionStorage.clear();
      render(
        <div dir={page}>
          <MessageComposer run={fakeRun()} />
        </div>,
      );

      fireEvent.change(field(), { target: { value: text } });

      expect(getComputedStyle(field()).direction).toBe(direction);
      expect(field()).not.toHaveAttribute('dir', 'auto');
    },
  );

  it('C404 receives the focus when the run ends while the stop button has it', () => {
    const run = showComposer({ status: 'running' });
    screen.getByRole('button', { name: 'Stop' }).focus();

    act(() => run.set({ status: 'idle' }));

    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(field()).toHaveFocus();
  });

  it('says that a message waits for the run when no batch is open', () => {
    showComposer({ status: 'running', queued: ['Then list'] });

    expect(screen.getByRole('status')).toHaveTextContent('“Then list” is sent when the agent is done.');
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });

  it('C506 offers to send a queued message to the active run, where one takes messages', async () => {
    const run = showComposer({ status: 'running', queued: ['Then list'], steering: [] });

    await userEvent.click(screen.getByRole('button', { name: 'Send now' }));

    expect(run.steer.mock.calls).toEqual([['Then list']]);
    expect(field()).toHaveFocus();
  });

  it.each([
    { status: 'running', pending: [], says: '“Be quick” is sent after the current step.' },
    { status: 'waiting', pending: [batch([approval('a')])], says: '“Be quick” is sent with your answers.' },
  ] as const)(
    'C506 says when the active run reads a message ($status), and lets it wait',
    async ({ says, ...state }) => {
      const run = showComposer({ ...state, steering: [{ id: 's', input: 'Be quick' }] });
      expect(screen.getByRole('status')).toHaveTextContent(says);

      await userEvent.click(screen.getByRole('button', { name: 'Send when done' }));
      await userEvent.click(screen.getByRole('button', { name: 'Don’t send' }));

      expect(run.unqueue.mock.calls).toEqual([['Be quick'], ['Be quick']]);
      expect(run.start.mock.calls).toEqual([['Be quick']]);
      expect(run.steer).not.toHaveBeenCalled();
    },
  );

  const stopped = { ...noOutcome, type: 'aborted' } as const;

  it.each([{ status: 'idle', outcome: stopped }, { status: 'failed' }] as const)(
    'C126 says that a message is queued after a run that did not complete ($status), and sends it on demand',
    async (state) => {
      const run = showComposer({ ...state, queued: ['Then list'] });
      run.unqueue.mockReturnValue(true);
      expect(screen.getByRole('status')).toHaveTextContent('“Then list” waits, because the agent did not finish.');

      await userEvent.click(screen.getByRole('button', { name: 'Send now' }));

      expect(run.unqueue.mock.calls).toEqual([['Then list']]);
      expect(run.start.mock.calls).toEqual([['Then list']]);
      expect(field()).toHaveFocus();
    },
  );
});

import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AgentChat, AsideProvider, PreviewAside } from 'countersign/components';
import { afterEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

const preview = { status: 'ready', preview: { type: 'text', text: 'What would be there' } } as const;

function itemOf(id: string): PendingItem {
  const item = approval(id);
  return { ...item, call: { ...item.call, title: `Write ${id}` }, preview };
}

function showPanel(run: FakeRun): void {
  render(
    <AsideProvider>
      <AgentChat run={run} aside={<PreviewAside run={run} />} />
    </AsideProvider>,
  );
}

const opener = (at = 0): HTMLElement => screen.getAllByRole('button', { name: 'Open beside' })[at] as HTMLElement;
const panel = (name: string): HTMLElement => screen.getByRole('region', { name });

describe('a panel beside the chat', () => {
  it('C176 shows the preview of a card, takes the focus, and returns it when it closes', async () => {
    showPanel(fakeRun({ status: 'waiting', pending: [batch([itemOf('a'), itemOf('b')])] }));

    await userEvent.click(opener());

    expect(within(panel('Write a')).getByText('What would be there')).toBeDefined();
    expect(document.activeElement).toBe(panel('Write a'));
    expect(opener().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Write a' })).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it('C176 shows another card in place of the previous one', async () => {
    showPanel(fakeRun({ status: 'waiting', pending: [batch([itemOf('a'), itemOf('b')])] }));
    await userEvent.click(opener());

    await userEvent.click(opener(1));

    expect(screen.queryByRole('region', { name: 'Write a' })).toBeNull();
    expect(document.activeElement).toBe(panel('Write b'));
    await userEvent.click(within(panel('Write b')).getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(opener(1));
  });

  it('C176 stays open while the call is answered, and then shows the tool’s result', async () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([itemOf('a')])] });
    showPanel(run);
    await userEvent.click(opener());

    act(() =>
      run.set({
        status: 'idle',
        pending: [],
        messages: [
          {
            id: 'm',
            role: 'assistant',
            parts: [
              {
                type: 'dynamic-tool',
                toolName: 'write',
                toolCallId: 'a',
                state: 'output-available',
                input: {},
                output: 'Now it is there',
              },
            ],
          },
        ],
      }),
    );

    expect(within(panel('Write a')).getByText('What would be there')).toBeDefined();
    expect(within(panel('Write a')).getByText('Now it is there')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('C176 is offered only if the app has one', () => {
    const run = fakeRun({ status: 'waiting', pending: [batch([itemOf('a')])] });
    render(<AgentChat run={run} />);

    expect(screen.queryByRole('button', { name: 'Open beside' })).toBeNull();
  });
});

import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AgentChat, SuggestionList } from 'countersign/components';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeRun } from '../support.js';

afterEach(cleanup);

const names = (): readonly string[] =>
  screen
    .queryAllByRole('button')
    .filter((button) => button.dataset.action === 'suggestion')
    .map(({ textContent }) => textContent ?? '');

describe('suggestions', () => {
  it('C173 are sent on a press, and leave the focus in the composer', async () => {
    const run = fakeRun();
    run.start.mockImplementation(() => run.set({ status: 'running' }));
    render(<AgentChat run={run} aboveComposer={<SuggestionList run={run} suggestions={['One', 'Two', 'One']} />} />);
    expect(names()).toEqual(['One', 'Two']);

    await userEvent.click(screen.getByRole('button', { name: 'Two' }));

    expect(run.start.mock.calls).toEqual([['Two']]);
    expect(names()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('C173 from a list are shown at the start; a function is called whenever nothing runs or is pending', () => {
    const said = [{ id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }];
    const run = fakeRun();
    render(
      <>
        <SuggestionList run={run} suggestions={['Begin']} />
        <SuggestionList run={run} suggestions={(messages) => [`After ${messages.length}`]} />
      </>,
    );
    expect(names()).toEqual(['Begin', 'After 0']);

    act(() => run.set({ messages: said }));
    expect(names()).toEqual(['After 1']);
    for (const status of ['running', 'waiting', 'deferred'] as const) {
      act(() => run.set({ status }));
      expect(names()).toEqual([]);
    }
  });

  it('give their text to the app that wants it, and hide nothing in it', async () => {
    const run = fakeRun();
    const onPick = vi.fn();
    render(<SuggestionList run={run} suggestions={['a\u202Eb']} onPick={onPick} />);

    await userEvent.click(screen.getByRole('button', { name: 'a\\u202eb' }));

    expect(onPick).toHaveBeenCalledWith('a\u202Eb');
    expect(run.start).not.toHaveBeenCalled();
  });
});

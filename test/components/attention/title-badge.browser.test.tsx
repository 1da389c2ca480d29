import { act, cleanup, render, waitFor } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormatTitle } from '../../../src/components/attention/title-badge.js';
import type { DecisionSources } from '../../../src/components/attention/use-waiting.js';
import { StringsProvider, useAppBadge, useTitleBadge } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { approval, batch, external, fakeRun } from '../support.js';
import { setVisibility } from './hidden.js';

function Badge({ sources, format }: { readonly sources: DecisionSources; readonly format?: FormatTitle }): null {
  useTitleBadge(sources, { format });
  return null;
}

function show(...badges: readonly ReactElement[]) {
  return render(<StrictMode>{badges}</StrictMode>);
}

const waiting = (batchId = 'batch-1') =>
  batch(
    [approval('a'), approval('b')].map((item) => ({ ...item, id: `${batchId}:${item.call.toolCallId}`, batchId })),
    { batchId },
  );
const before = document.title;

beforeEach(() => {
  document.title = 'Mail';
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.title = before;
});

describe('useTitleBadge', () => {
  it('counts what waits while the tab is hidden, and only then', () => {
    show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);
    expect(document.title).toBe('Mail');

    setVisibility('hidden');
    expect(document.title).toBe('(2) Mail');

    setVisibility('visible');
    expect(document.title).toBe('Mail');
  });

  it('counts down with each answer, and gives the title back with the last', () => {
    const run = fakeRun({ pending: [waiting()] });
    show(<Badge key="1" sources={[run]} />);
    setVisibility('hidden');

    act(() => run.settle('a', toolDenied()));
    expect(document.title).toBe('(1) Mail');

    act(() => run.settle('b', toolDenied()));
    expect(document.title).toBe('Mail');
  });

  it('tells of what comes up later', () => {
    const run = fakeRun();
    show(<Badge key="1" sources={run} />);
    setVisibility('hidden');

    act(() => run.set({ pending: [waiting()] }));

    expect(document.title).toBe('(2) Mail');
  });

  it('gives the very text back, blanks included, when it is gone', () => {
    const title = document.querySelector('title');
    if (title) title.textContent = '  My   mail ';
    const { unmount } = show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);
    setVisibility('hidden');
    expect(document.title).toBe('(2) My mail');

    unmount();

    expect(title?.textContent).toBe('  My   mail ');
  });

  it('makes a title where there is none, and takes it away again', () => {
    const title = document.querySelector('title');
    title?.remove();
    const { unmount } = show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);

    setVisibility('hidden');
    expect(document.title).toBe('(2)');
    unmount();

    expect(document.querySelector('title')).toBeNull();
    if (title) document.head.append(title);
  });

  it('respects a title that the app sets meanwhile', async () => {
    show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);
    setVisibility('hidden');

    document.title = 'Inbox $&';
    await waitFor(() => expect(document.title).toBe('(2) Inbox $&'));
    setVisibility('visible');

    expect(document.title).toBe('Inbox $&');
  });

  it('respects it also when nobody had time to look, and when it is made of the badge', () => {
    show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);
    setVisibility('hidden');

    document.title = `${document.title} – draft`;
    setVisibility('visible');

    expect(document.title).toBe('Mail – draft');
  });

  it('follows the app to another title element', async () => {
    show(<Badge key="1" sources={fakeRun({ pending: [waiting()] })} />);
    setVisibility('hidden');

    document.querySelector('title')?.replaceWith(Object.assign(document.createElement('title'), { text: 'Other' }));

    await waitFor(() => expect(document.title).toBe('(2) Other'));
  });

  it('adds up for several users, and counts a call that two of them see once', () => {
    const [one, two] = [fakeRun({ pending: [waiting('x')] }), fakeRun({ pending: [waiting('y')] })];
    const { rerender } = show(<Badge key="1" sources={[one]} />, <Badge key="2" sources={[one, two]} />);

    setVisibility('hidden');
    expect(document.title).toBe('(4) Mail');

    rerender(<StrictMode>{[<Badge key="1" sources={[one]} />]}</StrictMode>);
    expect(document.title).toBe('(2) Mail');
  });

  it('leaves out what needs nobody', () => {
    const pending = [batch([approval('a'), external('b', { toolName: 'locate' })])];
    show(<Badge key="1" sources={fakeRun({ pending }, { locate: { execute: () => 'here' } })} />);

    setVisibility('hidden');

    expect(document.title).toBe('(1) Mail');
  });

  it('takes the format of the app, and the words of the provider', () => {
    const run = fakeRun({ pending: [waiting()] });
    const format: FormatTitle = (count, title) => `${title}: ${count}!`;
    const strings = { attention: { title: (count: number, title: string) => `${count} warten – ${title}` } };
    const { rerender } = show(<Badge key="1" sources={run} format={format} />);

    setVisibility('hidden');
    expect(document.title).toBe('Mail: 2!');

    rerender(
      <StringsProvider strings={strings}>
        <Badge sources={run} />
      </StringsProvider>,
    );
    expect(document.title).toBe('2 warten – Mail');
  });
});

describe('useAppBadge', () => {
  function AppBadge({ sources }: { readonly sources: DecisionSources }): null {
    useAppBadge(sources);
    return null;
  }

  it('counts on the icon, and clears it', () => {
    const set = vi.fn(async () => undefined);
    const clear = vi.fn(async () => undefined);
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear });
    const run = fakeRun({ pending: [waiting()] });
    render(<AppBadge sources={run} />);
    expect(set).toHaveBeenLastCalledWith(2);

    act(() => run.set({ pending: [] }));

    expect(clear).toHaveBeenCalled();
  });

  it('does nothing where there is none, and where the browser refuses', () => {
    Object.assign(navigator, { setAppBadge: async () => Promise.reject(new Error('no')), clearAppBadge: undefined });

    const { unmount } = render(<AppBadge sources={fakeRun({ pending: [waiting()] })} />);

    expect(unmount).not.toThrow();
  });
});

import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { backgroundTask } from '../../../src/components/index.js';
import type { TaskOptions } from '../../../src/components/tools/background-task.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { type AnyTool, button, showTool, withResolvers } from './support.js';

afterEach(cleanup);

interface Work extends TaskOptions {
  readonly input: unknown;
  readonly end: (result: JSONValue) => void;
  readonly break: (error: unknown) => void;
}

/** A task that the test controls, and a list of its starts. */
function task(): { readonly Tool: AnyTool; readonly started: readonly Work[]; readonly last: () => Work } {
  const started: Work[] = [];
  const Tool = backgroundTask((input, options) => {
    const { promise, resolve, reject } = withResolvers<JSONValue>();
    started.push({ ...options, input, end: resolve, break: reject });
    return promise;
  });
  const last = (): Work => {
    const work = started.at(-1);
    if (work === undefined) throw new Error('Nothing was started.');
    return work;
  };
  return { Tool, started, last };
}

describe('backgroundTask', () => {
  it('starts once by itself, whatever renders anew, and sends its result', async () => {
    const { Tool, started, last } = task();
    const { submit, again } = showTool(Tool, { path: 'a.pdf' });
    again();
    expect(started).toHaveLength(1);
    expect(last()).toMatchObject({ input: { path: 'a.pdf' }, toolCallId: 'a' });
    expect(last().signal.aborted).toBe(false);

    last().end('converted');

    await waitFor(() => expect(submit.mock.calls).toEqual([['converted']]));
    again();
    expect(started).toHaveLength(1);
    expect(last().signal.aborted).toBe(false);
  });

  it('shows how far it is, in a bar and in words', () => {
    const { Tool, last } = task();
    showTool(Tool);
    const bar = screen.getByRole('progressbar', { name: 'Progress' });
    expect(bar).not.toHaveAttribute('value');
    expect(bar).toHaveAccessibleDescription('Working…');

    act(() => last().report({ fraction: 0.25, text: 'Page 1 of 4' }));
    expect(bar).toHaveAttribute('value', '0.25');
    expect(bar).toHaveAccessibleDescription(/Page 1 of 4.*25% done/);

    act(() => last().report(7));
    expect(bar).toHaveAttribute('value', '1');
    act(() => last().report(Number.NaN));
    expect(bar).not.toHaveAttribute('value');
  });

  it('is cancelled, and tells the model', async () => {
    const { Tool, last } = task();
    const { submit, fail } = showTool(Tool);

    await userEvent.click(button('Cancel'));

    expect(fail.mock.calls).toEqual([['The user cancelled this.']]);
    expect(last().signal.aborted).toBe(true);
    act(() => last().report(0.5));
    last().end('late');
    await Promise.resolve();
    expect(submit).not.toHaveBeenCalled();
  });

  it('says what failed, and tries again', async () => {
    const { Tool, started, last } = task();
    const { submit } = showTool(Tool);
    last().break(new Error('no network'));
    expect(await screen.findByRole('alert')).toHaveTextContent('It failed: no network');

    await userEvent.click(button('Try again'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(started).toHaveLength(2);
    last().end('converted');

    await waitFor(() => expect(submit.mock.calls).toEqual([['converted']]));
  });

  it('tells the model that it failed when the person gives up', async () => {
    const { Tool, last } = task();
    const { fail } = showTool(Tool);
    last().break(new Error('no network'));

    await userEvent.click(await screen.findByRole('button', { name: 'Answer that it failed' }));

    expect(fail.mock.calls).toEqual([['It failed: no network']]);
  });

  it('says what the schema does not take, and runs again', async () => {
    const { Tool, started, last } = task();
    const { submit } = showTool(Tool);
    submit.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: [], message: 'a number is needed' }] });
    last().end('seven');
    expect(await screen.findByText('answer: a number is needed')).toBeVisible();

    await userEvent.click(button('Try again'));
    last().end(7);

    await waitFor(() => expect(submit.mock.calls).toEqual([['seven'], [7]]));
    expect(started).toHaveLength(2);
  });

  it('sends a result again that could not be taken, without running again', async () => {
    const { Tool, started, last } = task();
    const { submit } = showTool(Tool);
    submit.mockRejectedValueOnce(new Error('storage is full'));
    last().end('converted');

    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));

    expect(submit.mock.calls).toEqual([['converted'], ['converted']]);
    expect(started).toHaveLength(1);
  });

  it('says of a result that is no JSON that it failed', async () => {
    const { submit } = showTool(backgroundTask(() => Number.NaN));

    expect(await screen.findByRole('alert')).toHaveTextContent(/It failed: .*NaN/);
    expect(submit).not.toHaveBeenCalled();
  });

  it('is aborted when the call is withdrawn', async () => {
    const { Tool, last } = task();
    const { submit, unmount } = showTool(Tool);

    unmount();

    await waitFor(() => expect(last().signal.aborted).toBe(true));
    last().end('late');
    await Promise.resolve();
    expect(submit).not.toHaveBeenCalled();
  });

  it('does not start anew by itself in a card that left the page and came back', async () => {
    const { Tool, started, last } = task();
    const gone = showTool(Tool);
    gone.unmount();
    await waitFor(() => expect(last().signal.aborted).toBe(true));

    gone.showAgain();

    expect(started).toHaveLength(1);
    expect(screen.getByText('It was stopped before it was done.')).toBeVisible();
    await userEvent.click(button('Try again'));
    expect(started).toHaveLength(2);
    expect(last().signal.aborted).toBe(false);
  });
});

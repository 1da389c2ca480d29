import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent as hand, page } from 'vitest/browser';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { jumpToCard } from '../../../src/components/card/jump-to-card.js';
import { ApprovalQueue, MessageComposer } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, chooseFrom, external, type FakeRun, fakeRun, settleOnDecide } from '../support.js';
import { button } from './support.js';

loadKitStyles();

let armAgain = (): void => undefined;
afterEach(async () => {
  cleanup();
  armAgain();
  await page.viewport(414, 896);
});

const six = [
  approval('a', { risk: 'low' }),
  approval('b', { risk: 'medium' }),
  approval('c', { risk: 'destructive', title: 'Delete c' }),
  external('d', { title: 'Pick d' }),
  approval('e', { risk: 'low' }),
  approval('f', { risk: 'low' }),
];

function showQueue(
  items: readonly PendingItem[] = six,
  props: Partial<ComponentProps<typeof ApprovalQueue>> = {},
): FakeRun {
  const run = fakeRun(
    { pending: [batch(items)], status: 'waiting' },
    { pick_file: { render: () => <p>Pick it here</p> } },
  );
  settleOnDecide(run);
  const { container } = render(
    <>
      <ApprovalQueue run={run} {...props} />
      <MessageComposer run={run} />
    </>,
  );
  container.style.inlineSize = '700px';
  return run;
}

const disarm = (): void => {
  armAgain = disarmApprovals();
};
const openTitles = (): (string | null)[] =>
  [...document.querySelectorAll('[data-open] [data-cs="card-title"]')].map((each) => each.textContent);
const lineNames = (): (string | null)[] =>
  [...document.querySelectorAll('[data-cs="batch-line"]')].map((each) => each.textContent);
const decided = (run: FakeRun): string[] => run.decide.mock.calls.map(([id]) => id);
const menu = (): HTMLElement => button(/^Remember/);
const heading = (name: string): HTMLElement => screen.getByRole('heading', { name });

describe('A batch of six', () => {
  it('C161 opens one call, and shows the others as lines with action and risk', () => {
    showQueue();

    expect(openTitles()).toEqual(['Write a']);
    expect(lineNames()).toEqual([
      'Write b medium risk',
      'Delete c destructive',
      'Pick d your input needed',
      'Write e low risk',
      'Write f low risk',
    ]);
    expect(button('Write b medium risk')).toHaveAttribute('aria-expanded', 'false');
  });

  it('C161 marks deceptive text on the line', () => {
    showQueue([...six.slice(0, 3), approval('p\u0430ckage')]);

    expect(lineNames().at(-1)).toMatch(/look closely$/);
  });

  it('C161 shows three calls as cards, and all calls as cards if the app says so', () => {
    showQueue(six.slice(0, 3));
    expect(lineNames()).toEqual([]);
    cleanup();

    showQueue(six, { fold: 'never' });

    expect(lineNames()).toEqual([]);
  });

  it('C161 opens a line on a press and on Enter, focuses its title, and closes the open call', async () => {
    showQueue();

    await hand.click(button('Delete c destructive'));
    expect(openTitles()).toEqual(['Delete c']);
    expect(heading('Delete c')).toHaveFocus();
    act(() => button(/^Write e/).focus());
    await hand.keyboard('{Enter}');

    expect(openTitles()).toEqual(['Write e']);
    expect(heading('Write e')).toHaveFocus();
  });

  it('C161 opens the next call when one is answered, and the first open one after the last', async () => {
    disarm();
    const run = showQueue();
    await hand.click(button(/^Write f/));

    await hand.click(button(/^Approve A|^Approve$/));

    await waitFor(() => expect(openTitles()).toEqual(['Write a']));
    await waitFor(() => expect(heading('Write a')).toHaveFocus());
    expect(decided(run)).toEqual(['f']);
  });

  it('C161 moves through the calls with J and K, opening each', async () => {
    showQueue();
    act(() => heading('Write a').focus());

    await hand.keyboard('j');
    expect(openTitles()).toEqual(['Write b']);
    await hand.keyboard('j');
    expect(heading('Delete c')).toHaveFocus();
    await hand.keyboard('k');

    expect(heading('Write b')).toHaveFocus();
    expect(openTitles()).toEqual(['Write b']);
  });

  it('C161 is entered from the composer at the open call, and from elsewhere at the requested one', async () => {
    showQueue();
    act(() => screen.getByRole('textbox', { name: 'Message' }).focus());
    await hand.keyboard('{ArrowUp}');
    expect(screen.getByRole('group', { name: 'Write a' })).toHaveFocus();

    act(() => void jumpToCard(six[4] ?? approval('e')));

    await waitFor(() => expect(heading('Write e')).toHaveFocus());
    expect(openTitles()).toEqual(['Write e']);
  });

  it('C161 keeps the draft of a call that the page answers', async () => {
    showQueue();
    await hand.click(button(/^Pick d/));
    expect(screen.getByText('Pick it here')).toBeVisible();

    await hand.click(button(/^Write e/));

    expect(screen.getByText('Pick it here')).toBeVisible();
    expect(openTitles()).toEqual(['Pick d', 'Write e']);
  });

  it('C161 keeps a draft of a call that becomes a line', async () => {
    showQueue();
    await hand.click(button(/^Edit/));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /path/ })).toHaveFocus());
    await hand.keyboard('bc');
    await hand.click(button(/^Write e/));
    expect(openTitles()).toEqual(['Write e']);

    await hand.click(button(/^Write a/));

    expect(await screen.findByRole('textbox', { name: /path/ })).toHaveValue('abc');
  });

  it('C161 keeps the remember choice with the answer of a call that becomes a line', async () => {
    disarm();
    const run = showQueue();
    await chooseFrom(menu(), 1);
    const chosen = menu().textContent;
    expect(chosen).toMatch(/exactly this input/);
    await hand.click(button(/^Write e/));
    expect(menu()).toHaveTextContent('Just this once');

    await hand.click(button(/^Write a/));

    expect(menu().textContent).toBe(chosen);
    await hand.click(button(/^Approve and remember/));
    await waitFor(() => expect(run.decide.mock.calls[0]?.[2]).toMatchObject({ remember: { scope: 'input' } }));
  });

  it('C161 drops the remember choice of a call whose request has changed', async () => {
    const run = showQueue();
    await chooseFrom(menu(), 1);
    await hand.click(button(/^Write e/));

    act(() => run.set({ pending: [batch([approval('a', { capabilities: ['fs.write:/etc'] }), ...six.slice(1)])] }));
    await hand.click(button(/^Write a/));

    expect(menu()).toHaveTextContent('Just this once');
  });

  it('C161 reopens a call whose answer is retracted', async () => {
    disarm();
    showQueue(six, { commit: 'review' });
    await hand.click(button(/^Approve A|^Approve$/));
    await waitFor(() => expect(openTitles()).toEqual(['Write b']));

    await hand.click(button('Change'));

    await waitFor(() => expect(openTitles()).toEqual(['Write a']));
    expect(heading('Write a')).toHaveFocus();
  });
});

describe('Approval of several calls', () => {
  it('C162 first opens the calls with their inputs, and approves them on the next press', async () => {
    await page.viewport(900, 1400);
    const run = showQueue();

    await hand.click(button('Approve 3 of low risk…'));
    expect(openTitles()).toEqual(['Write a', 'Write e', 'Write f']);
    for (const title of ['Write a', 'Write e', 'Write f'])
      expect(within(screen.getByRole('group', { name: title })).getByText('path')).toBeVisible();
    expect(run.decide).not.toHaveBeenCalled();
    await waitFor(() => expect(button('Approve these 3')).toHaveAttribute('data-arming', 'armed'));
    await hand.click(button('Approve these 3'));

    await waitFor(() => expect(decided(run)).toEqual(['a', 'e', 'f']));
  });

  it('C162 ignores a double click', async () => {
    await page.viewport(900, 1400);
    const run = showQueue();

    await hand.dblClick(button('Approve 4…'));

    expect(run.decide).not.toHaveBeenCalled();
    expect(openTitles()).toHaveLength(4);
  });

  it('C162 approves only calls that were on screen, and scrolls to the next unseen one', async () => {
    await page.viewport(900, 420);
    const many = Array.from({ length: 9 }, (_, index) => approval(`f${index}`, { risk: 'low' }));
    const run = showQueue(many);

    await hand.click(button('Approve 9…'));
    const unseen = (): string => screen.queryByRole('button', { name: /^Show the/ })?.textContent ?? '';
    await waitFor(() => expect(unseen()).not.toBe(''));
    for (let press = 0; press < 12 && unseen() !== ''; press++) {
      const before = unseen();
      expect(button('Approve these 9')).toHaveAttribute('aria-disabled', 'true');
      button('Approve these 9').click();
      expect(run.decide).not.toHaveBeenCalled();
      await hand.click(button(/^Show the/));
      await waitFor(() => expect(unseen()).not.toBe(before));
    }
    await waitFor(() => expect(button('Approve these 9')).toHaveAttribute('data-arming', 'armed'));
    await hand.click(button('Approve these 9'));

    await waitFor(() => expect(decided(run)).toHaveLength(9));
  });

  it('C162 omits calls that a person has started to edit, and calls that arrived later', async () => {
    await page.viewport(900, 1400);
    const run = showQueue();
    await hand.click(button('Approve 4…'));

    act(() => run.saveDraft('batch-1:e', { mode: 'edit', text: '{' }));
    await waitFor(() => expect(button('Approve these 3')).toHaveAttribute('data-arming', 'armed'));
    await hand.click(button('Approve these 3'));

    await waitFor(() => expect(decided(run)).toEqual(['a', 'b', 'f']));
  });

  it('C162 continues with the remaining calls', async () => {
    await page.viewport(900, 1400);
    showQueue();
    await hand.click(button('Approve 4…'));
    await waitFor(() => expect(button('Approve these 4')).toHaveAttribute('data-arming', 'armed'));

    await hand.click(button('Approve these 4'));

    await waitFor(() => expect(heading('Delete c')).toHaveFocus());
  });

  it('C162 is cancelled when another call is opened', async () => {
    showQueue();
    await hand.click(button('Approve 3 of low risk…'));

    await hand.click(button(/^Delete c/));

    expect(openTitles()).toEqual(['Delete c']);
    expect(button('Approve 3 of low risk…')).toBeVisible();
  });

  it('C162 denies all calls at once with one reason, without showing them', async () => {
    const run = showQueue();

    await hand.click(button('Deny all…'));
    await hand.keyboard('not today{Enter}');

    expect(run.decide.mock.calls.map(([, answer]) => answer)).toEqual(Array(5).fill(toolDenied('not today')));
  });

  it('C162 opens the calls whose answers were rejected', async () => {
    disarm();
    await page.viewport(900, 1400);
    const run = showQueue();
    run.decide.mockResolvedValue({ status: 'late', reason: 'answered' });
    await hand.click(button('Approve 3 of low risk…'));
    await hand.click(button('Approve these 3'));

    expect(await screen.findByText('3 answers were not accepted. See the cards.')).toBeVisible();
    await waitFor(() => expect(openTitles()).toEqual(['Write a', 'Write e', 'Write f']));
  });
});

describe('The heading of a long batch', () => {
  it('C163 stays in view with the progress and the answers for several', async () => {
    await page.viewport(900, 420);
    showQueue(Array.from({ length: 30 }, (_, index) => approval(`f${index}`)));

    window.scrollTo(0, 600);

    const header = document.querySelector('[data-cs="batch-header"]');
    await waitFor(() => expect(header?.getBoundingClientRect().top).toBe(0));
    expect(screen.getByText('0 of 30 decided')).toBeVisible();
    expect(button('Deny all…')).toBeVisible();
  });
});

import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyMap } from '../../../src/components/card/keys.js';
import { ApprovalQueue } from '../../../src/components/index.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { batchStrings } from '../../../src/words/english/batch.js';
import { approval, batch, external, fakeRun, settleOnDecide } from '../support.js';
import { showBatches } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const heading = (name: string): HTMLElement => screen.getByRole('heading', { name });
const batchOf = (id: string, ...ids: string[]) =>
  batch(
    ids.map((each) => ({ ...approval(each), batchId: id })),
    { batchId: id },
  );

describe('Keys in a batch', () => {
  it('go from card to card, over all batches, and stay at the ends', async () => {
    showBatches([batchOf('one', 'a', 'b'), batchOf('two', 'c')]);
    heading('2 actions need your approval').focus();

    const seen: (string | null | undefined)[] = [];
    for (const key of 'jjjjkkkk') {
      await userEvent.keyboard(key);
      seen.push(document.activeElement?.textContent);
    }

    expect(seen).toEqual(['Write a', 'Write b', 'Write c', 'Write c', 'Write b', 'Write a', 'Write a', 'Write a']);
  });

  it('are found by their place where a keyboard has no Latin letters', async () => {
    showBatches([batchOf('one', 'a', 'b')]);
    heading('Write a').focus();

    await userEvent.keyboard('[KeyJ]');
    heading('Write a').focus();
    heading('Write a').dispatchEvent(new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true }));

    expect(heading('Write b')).toHaveFocus();
  });

  it.each([
    ['j', 'j'],
    ['?', '?'],
    ['{Shift>}S{/Shift}', 'S'],
  ])('do nothing while someone types: %s', async (keys, typed) => {
    const run = showBatches([batchOf('one', 'a', 'b')]);
    await userEvent.click(screen.getByRole('button', { name: 'Deny all…' }));
    const field = screen.getByRole('textbox', { name: /Why none of them/ });

    await userEvent.keyboard(keys);

    expect(field).toHaveFocus();
    expect(field).toHaveValue(typed);
    expect(run.decide).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('do nothing with a modifier that belongs to the browser', async () => {
    showBatches([batchOf('one', 'a', 'b')]);
    heading('Write a').focus();

    await userEvent.keyboard('{Control>}j{/Control}{Meta>}j{/Meta}{Alt>}j{/Alt}');

    expect(heading('Write a')).toHaveFocus();
  });

  it('submit a review with Shift+S, and only once it is complete', async () => {
    const run = showBatches([batchOf('one', 'a', 'b')]);
    settleOnDecide(run);
    heading('Write a').focus();
    await userEvent.keyboard('{Shift>}S{/Shift}');
    expect(run.decide).not.toHaveBeenCalled();
    for (const yes of screen.getAllByRole('button', { name: 'Yes' })) await userEvent.click(yes);

    await userEvent.keyboard('s');
    expect(run.decide).not.toHaveBeenCalled();
    await userEvent.keyboard('{Shift>}S{/Shift}');

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('stand on what they do, for assistive technology', () => {
    render(<ApprovalQueue run={fakeRun({ pending: [batchOf('one', 'a', 'b')] })} commit="review" />);

    expect(screen.getByRole('region', { name: '2 actions need your approval' })).toHaveAttribute(
      'aria-keyshortcuts',
      'J K',
    );
    expect(screen.getByRole('button', { name: 'Keys' })).toHaveAttribute('aria-keyshortcuts', '?');
    expect(screen.getByRole('button', { name: /^Submit/ })).toHaveAttribute('aria-keyshortcuts', 'Shift+S');
  });
});

describe('The list of keys', () => {
  it('opens with ?, names every key of the table, and gives the focus back', async () => {
    const pending = [{ ...batchOf('one', 'a', 'b'), sendsAt: Number.MAX_SAFE_INTEGER }];
    render(<ApprovalQueue run={fakeRun({ pending })} commit="review" />);
    heading('Write a').focus();

    await userEvent.keyboard('?');

    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const lines = within(help)
      .getAllByRole('definition')
      .map((each) => each.textContent);
    expect(lines).toEqual(Object.values(batchStrings.english.keys));
    const keys = within(help)
      .getAllByRole('term')
      .map((each) => each.textContent);
    expect(keys).toEqual(Object.values(keyMap).map(({ shown }) => shown.join('+')));
    await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(heading('Write a')).toHaveFocus();
  });

  it('leaves out what there is not, and lets no key through to the cards', async () => {
    const run = fakeRun({ pending: [batchOf('one', 'a', 'b')] });
    render(<ApprovalQueue run={run} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keys' }));
    const help = await screen.findByRole('dialog');

    await userEvent.keyboard('jad');

    expect(within(help).queryByText(batchStrings.english.keys.submit)).toBeNull();
    expect(help).toContainElement(document.activeElement as HTMLElement);
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('closes with a press beside it', async () => {
    render(<ApprovalQueue run={fakeRun({ pending: [batchOf('one', 'a', 'b')] })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keys' }));

    await userEvent.click(await screen.findByRole('dialog'));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('A whole batch by keyboard alone', () => {
  it('is answered in a review without a pointer', async () => {
    const run = showBatches([batch([approval('a'), approval('b'), external('c')])]);
    settleOnDecide(run);
    heading('2 actions need your approval, 1 needs your answer').focus();

    await userEvent.keyboard('j{Tab}{Enter}'); // approve
    await userEvent.keyboard('j{Tab}{Tab}{Tab}{Enter}'); // deny
    await userEvent.keyboard('j{Tab}{Enter}{Shift>}S{/Shift}');

    expect(run.decide.mock.calls.map(([id, decision]) => [id, decision === true ? 'yes' : 'no'])).toEqual([
      ['a', 'yes'],
      ['b', 'no'],
      ['c', 'yes'],
    ]);
  });
});

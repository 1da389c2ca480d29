import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { ApprovalCard } from '../../../src/components/index.js';
import { useConversation } from '../../../src/hooks/use-conversation.js';
import { toolApproved, toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, type FakeRun, fakeRun, holdDecision, settleOnDecide } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

function Cards({ run }: { readonly run: FakeRun }): ReactElement {
  const pending = useConversation(run, (state) => state.pending);
  return (
    <StrictMode>
      {pending.flatMap((each) =>
        each.items.map((item) => <ApprovalCard key={item.call.toolCallId} run={run} item={item} batch={each} />),
      )}
    </StrictMode>
  );
}

function showCards(...items: PendingItem[]): FakeRun {
  const run = fakeRun({ pending: [batch(items)] });
  render(<Cards run={run} />);
  return run;
}

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const group = (name: string): HTMLElement => screen.getByRole('group', { name });

describe('ApprovalCard says', () => {
  it('what is asked, in a group named by its title', () => {
    showCards(approval('a', { title: 'Clear .env', summary: 'Three lines go.', input: { path: '.env', content: '' } }));

    const card = group('Clear .env');

    expect(within(card).getByRole('heading', { name: 'Clear .env' })).toBeVisible();
    expect(within(card).getByText('Three lines go.')).toBeVisible();
    expect(within(card).getByText('path')).toBeVisible();
    expect(within(card).getAllByText('.env')).toHaveLength(2);
    expect(within(card).getByText('empty')).toBeVisible();
  });

  it.each([
    [undefined, 'Asked because this tool always needs your approval.'],
    [{ reason: 'protected' }, 'Asked because this is protected.'],
    [{ reason: 'it is Friday' }, 'Asked because: it is Friday'],
    [{ reason: 'constructor' }, 'Asked because: constructor'],
  ])('why, from %j', (metadata, sentence) => {
    showCards({ ...approval('a'), ...(metadata === undefined ? {} : { metadata }) });

    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('who asks, when an agent called another', () => {
    const run = fakeRun({ pending: [batch([approval('a')], { agentPath: ['workspace', 'cleaner'] })] });

    render(<Cards run={run} />);

    expect(screen.getByText('Requested by workspace › cleaner.')).toBeVisible();
  });

  it('how bad it could be, in words beside the shape', () => {
    showCards(approval('a', { risk: 'high', capabilities: ['fs.write'], facts: ['84 bytes'] }));

    const tags = screen.getAllByRole('listitem').map((tag) => tag.textContent);

    expect(tags).toEqual(['changes files', '84 bytes']);
    expect(screen.getByText('high risk').querySelector('[data-glyph="diamond"]')).not.toBeNull();
  });

  it('what will run where the schema changes the input, and that an input was not checked', () => {
    showCards(
      approval('a', { input: { when: 'today' }, effectiveInput: { when: '2026-11-21', zone: 'UTC' }, unchecked: true }),
    );

    expect(screen.getByText('Will run as')).toBeVisible();
    expect(screen.getByText('UTC')).toBeVisible();
    expect(screen.getByText(/Input not checked/)).toBeVisible();
  });

  it('what is made only when it runs, and where JSON cannot show a value, also deep inside', () => {
    const extra = { size: '9007199254740993', deep: { in: { it: { all: ['a'] } } } };
    showCards(
      approval('a', {
        input: {},
        effectiveInput: { id: null, ...extra },
        unpredictablePaths: [
          { path: ['id'], reason: 'made-when-run' },
          { path: ['size'], reason: 'no-json', kind: 'bigint' },
          { path: ['deep', 'in', 'it', 'all'], reason: 'no-json', kind: 'Set' },
        ],
      }),
    );

    const rows = [...document.querySelectorAll('[data-cs="effective-input"] > [data-cs="value-root"] dd')];

    expect(rows[0]).toHaveTextContent(/^made when it runs$/);
    expect(rows[1]).toHaveTextContent('9007199254740993JSON cannot show it as it is (bigint).');
    expect(screen.getByText('JSON cannot show it as it is (Set).')).toBeVisible();
  });

  it('of a value that is no JSON as a whole, and that it is asked about again', () => {
    const reason = 'The input that it would run with has changed since it was shown.';
    showCards(
      approval('a', {
        input: {},
        effectiveInput: [['k', 1]],
        unpredictablePaths: [{ path: [], reason: 'no-json', kind: 'Map' }],
        reason,
      }),
    );

    expect(screen.getByText('JSON cannot show it as it is (Map).')).toBeVisible();
    expect(screen.getByText(/^Asked again: what would run has changed/)).toBeVisible();
  });

  it('markup in an input as text', () => {
    showCards(approval('a', { title: '<b>x</b>', input: { html: '<img src=x onerror=alert(1)>' } }));

    expect(screen.getByRole('heading', { name: '<b>x</b>' })).toBeVisible();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(document.querySelector('[data-cs="approval-card"] img')).toBeNull();
  });

  it('that a long text goes on, and shows it', async () => {
    const content = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
    showCards(approval('a', { input: { content } }));
    const value = document.querySelector('[data-cs="value"]');

    await userEvent.click(button('Show all 30 lines'));

    expect(value?.textContent).toBe(content);
    expect(button('Show less')).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('ApprovalCard approves', () => {
  it('with one press', async () => {
    const run = showCards(approval('a'));

    await userEvent.click(button('Approve'));

    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]);
  });

  it('once on a double click, and says that it is checking', async () => {
    const run = showCards(approval('a'));
    const held = holdDecision(run);

    await userEvent.dblClick(button('Approve'));

    expect(run.decide).toHaveBeenCalledTimes(1);
    expect(group('Write a')).toHaveAttribute('aria-busy', 'true');
    expect(button('Checking…')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Checking…')).toHaveFocus();
    held.answer({ status: 'accepted' });
    await waitFor(() => expect(group('Write a')).not.toHaveAttribute('aria-busy'));
  });

  it('and collapses to a line that stays', async () => {
    const run = showCards(approval('a'));

    await userEvent.click(button('Approve'));
    run.settle('a', toolApproved({ overrideArgs: { path: 'b' } }));

    expect(await screen.findByText('approved with edits')).toBeVisible();
    expect(within(group('Write file: b')).queryByRole('button')).toBeNull();
    expect(screen.getByText('was: Write a')).toBeVisible();
  });

  it('something destructive only by a button that is not filled and comes last', () => {
    showCards(approval('a', { risk: 'destructive' }));

    const buttons = within(group('Write a')).getAllByRole('button');

    const actions = buttons.flatMap((each) => each.dataset.action ?? []);
    expect(actions).toEqual(['show-input', 'deny', 'edit', 'defer', 'approve']);
    expect(button('Approve')).toHaveAttribute('data-look', 'plain');
  });
});

describe('ApprovalCard denies', () => {
  it('with the reason that the model reads', async () => {
    const run = showCards(approval('a'));

    await userEvent.click(button('Deny…'));
    await userEvent.keyboard('Deleting files is not allowed{Enter}');

    expect(run.decide.mock.calls).toEqual([['a', toolDenied('Deleting files is not allowed'), { batchId: 'batch-1' }]]);
  });

  it('with the usual message when no reason is given', async () => {
    const run = showCards(approval('a'));

    await userEvent.click(button('Deny…'));
    await userEvent.click(button('Deny'));

    expect(run.decide.mock.calls).toEqual([['a', toolDenied(), { batchId: 'batch-1' }]]);
  });

  it('never on the Enter that ends a composition', async () => {
    const run = showCards(approval('a'));
    await userEvent.click(button('Deny…'));
    const field = screen.getByRole('textbox', { name: 'Why not? The model reads this.' });

    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('and keeps the reason in the store, also on the way back and forth', async () => {
    const run = showCards(approval('a'));
    await userEvent.click(button('Deny…'));
    await userEvent.keyboard('too late');
    const kept = run.store.getState().drafts['batch-1:a'];

    await userEvent.click(button('Back'));
    const focused = document.activeElement;
    await userEvent.click(button('Deny…'));

    expect(kept).toEqual({ mode: 'deny', reason: 'too late' });
    expect(focused).toHaveAttribute('data-action', 'deny');
    expect(screen.getByRole('textbox')).toHaveValue('too late');
  });
});

describe('ApprovalCard edits', () => {
  async function openJson(): Promise<HTMLElement> {
    await userEvent.click(button('Edit'));
    await userEvent.click(button('JSON'));
    return screen.getByRole('textbox');
  }

  it('something destructive without a filled button', async () => {
    showCards(approval('a', { risk: 'destructive' }));

    await userEvent.click(button('Edit'));

    expect(await screen.findByRole('button', { name: 'Approve with edits' })).toHaveAttribute('data-look', 'plain');
  });

  it('what it is, a text or an object, where no schema is known', async () => {
    showCards(approval('a', { input: 'plain' }));

    await userEvent.click(button('Edit'));

    expect(await screen.findByRole('textbox')).toHaveValue('plain');
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('and takes an edit that changes nothing as a plain yes', async () => {
    const run = showCards(approval('a', { input: { path: 'a', lines: [1, { two: 2 }] } }));
    await userEvent.click(button('Edit'));
    run.saveDraft('batch-1:a', { mode: 'edit', text: '{"lines":[1,{"two":2}],"path":"a"}' });

    await userEvent.click(await screen.findByRole('button', { name: 'Approve with edits' }));

    await waitFor(() => expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]));
  });

  it('and says at the field that the text is no JSON', async () => {
    const run = showCards(approval('a'));
    const field = await openJson();
    await userEvent.clear(field);
    await userEvent.type(field, '{{"path":');

    await userEvent.click(button('Approve with edits'));

    await waitFor(() => expect(field).toHaveFocus());
    expect(run.decide).not.toHaveBeenCalled();
    expect(field).toHaveAttribute('aria-invalid', 'true');
  });

  it('and says at the field what the answer met with, until the text changes', async () => {
    const run = showCards(approval('a'));
    await userEvent.click(button('Edit'));
    run.decide.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['path'], message: 'expected string' }] });

    await userEvent.click(button('Approve with edits'));

    const field = screen.getByRole('textbox');
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
    expect(screen.getByRole('link', { name: /expected string/ })).toBeVisible();
    await userEvent.type(field, ' ');
    await waitFor(() => expect(screen.queryByRole('link', { name: /expected string/ })).toBeNull());
  });

  it('nothing away on Escape, and gives the focus back', async () => {
    showCards(approval('a'));
    await userEvent.click(button('Edit'));
    await userEvent.keyboard('bc');

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button('Edit')).toHaveFocus());
    await userEvent.click(button('Edit'));

    expect(screen.getByRole('textbox')).toHaveValue('abc');
  });
});

describe('ApprovalCard tells what went wrong, and can be used again,', () => {
  it.each([
    ['answered', /Someone else answered first/],
    ['cancelled', /stopped first/],
  ] as const)('when the answer was late: %s', async (reason, words) => {
    const run = showCards(approval('a'));
    run.decide.mockResolvedValueOnce({ status: 'late', reason });

    await userEvent.click(button('Approve'));

    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(button('Approve')).not.toHaveAttribute('aria-disabled');
  });

  it('when the answer was rejected', async () => {
    const run = showCards(approval('a'));
    run.decide.mockRejectedValueOnce(new Error('storage is full'));

    await userEvent.click(button('Approve'));
    const problem = await screen.findByRole('alert');
    await userEvent.click(button('Approve'));

    expect(problem).toHaveTextContent('Your answer was not accepted: storage is full');
    expect(run.decide).toHaveBeenCalledTimes(2);
  });

  it('when answering throws at once', async () => {
    const run = showCards(approval('a'));
    run.decide.mockImplementationOnce(() => {
      throw new Error('unknown call');
    });

    await userEvent.click(button('Approve'));
    await screen.findByText('Your answer was not accepted: unknown call');
    await userEvent.click(button('Approve'));

    expect(run.decide).toHaveBeenCalledTimes(2);
  });

  it('when an approval as it is breaks the schema', async () => {
    const run = showCards(approval('a'));
    run.decide.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['path', 0], message: 'too short' }] });

    await userEvent.click(button('Approve'));

    expect(await screen.findByRole('alert')).toHaveTextContent('path.0: too short');
  });
});

describe('ApprovalCard with the keyboard', () => {
  it('takes A, E and D while the focus is in the card', async () => {
    const run = showCards(approval('a'));
    button('Edit').focus();

    await userEvent.keyboard('a');

    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]);
  });

  it('takes no letter from outside', async () => {
    const run = showCards(approval('a'));

    await userEvent.keyboard('aed');

    expect(run.decide).not.toHaveBeenCalled();
    expect(run.store.getState().drafts).toEqual({});
  });

  it('takes no letter that is typed into a field', async () => {
    const run = showCards(approval('a'));
    await userEvent.click(button('Deny…'));

    await userEvent.keyboard('bad idea');

    expect(run.decide).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox')).toHaveValue('bad idea');
  });

  it.each([
    ['with a modifier', { key: 'a', ctrlKey: true }],
    ['held down', { key: 'a', repeat: true }],
    ['in a composition', { key: 'a', isComposing: true }],
  ])('takes no letter %s', (_, init) => {
    const run = showCards(approval('a'));

    button('Edit').dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('never approves something destructive by a letter, but denies by one', async () => {
    const run = showCards(approval('a', { risk: 'destructive' }));
    button('Edit').focus();

    await userEvent.keyboard('a');
    await userEvent.keyboard('d');

    expect(run.decide).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('reaches everything by Tab', async () => {
    showCards(approval('a'));

    const reached: (string | undefined)[] = [];
    for (let step = 0; step < 6; step++) {
      await userEvent.tab();
      const active = document.activeElement as HTMLElement;
      reached.push(active.dataset.action ?? active.dataset.cs ?? active.localName);
    }

    expect(reached).toEqual(['show-input', 'approve', 'remember-select', 'edit', 'deny', 'defer']);
  });
});

describe('ApprovalCard passes the focus on', () => {
  it('to the title of the next open card', async () => {
    const run = showCards(approval('a'), approval('b'), approval('c'));
    settleOnDecide(run);
    run.settle('b', toolDenied());

    await userEvent.click(within(group('Write a')).getByRole('button', { name: 'Approve' }));

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write c' })).toHaveFocus());
  });

  it('to an earlier one when none follows', async () => {
    const run = showCards(approval('a'), approval('b'));
    settleOnDecide(run);

    await userEvent.click(within(group('Write b')).getByRole('button', { name: 'Approve' }));

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write a' })).toHaveFocus());
  });

  it('to nothing when the person is elsewhere by then', async () => {
    const run = showCards(approval('a'), approval('b'));
    const held = holdDecision(run);
    await userEvent.click(within(group('Write a')).getByRole('button', { name: 'Approve' }));
    const elsewhere = within(group('Write b')).getByRole('button', { name: 'Edit' });
    elsewhere.focus();

    run.settle('a', toolApproved());
    held.answer({ status: 'accepted' });

    expect(await screen.findByText('approved')).toBeVisible();
    expect(elsewhere).toHaveFocus();
  });
});

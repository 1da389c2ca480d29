import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { InputForm, PendingItem } from '../../../src/approval/broker/pending.js';
import { ApprovalCard, ApprovalQueue, MessageComposer } from '../../../src/components/index.js';
import { useConversation } from '../../../src/hooks/use-conversation.js';
import { toolApproved, toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, chooseFrom, type FakeRun, fakeRun, holdDecision } from '../support.js';

let armAgain = (): void => undefined;
beforeEach(() => {
  armAgain = disarmApprovals();
});
afterEach(() => {
  cleanup();
  armAgain();
});

function Cards({ run }: { readonly run: FakeRun }): ReactElement {
  const pending = useConversation(run, (state) => state.pending);
  return (
    <>
      {pending.flatMap((each) =>
        each.items.map((item) => <ApprovalCard key={item.id} run={run} item={item} batch={each} />),
      )}
      <MessageComposer run={run} />
    </>
  );
}

function showCards(...items: PendingItem[]): FakeRun {
  const run = fakeRun({ pending: [batch(items)], status: 'waiting' });
  render(<Cards run={run} />);
  return run;
}

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const destructive = approval('a', { risk: 'destructive' });

describe('Something destructive', () => {
  it('is approved by one press of the pointer', async () => {
    const run = showCards(destructive);

    await userEvent.click(button('Approve'));

    expect(run.decide).toHaveBeenCalledTimes(1);
  });

  it.each(['{Enter}', ' '])('is not approved by one press of the key %j on its button, but by two', async (key) => {
    const run = showCards(destructive);
    button('Approve').focus();

    await userEvent.keyboard(key);

    expect(run.decide).not.toHaveBeenCalled();
    expect(button('Press again to approve')).toHaveFocus();
    expect(screen.getByText(/Not approved yet/)).toBeVisible();
    await userEvent.keyboard(key);
    expect(run.decide).toHaveBeenCalledTimes(1);
  });

  it('is not approved by a key that is held down', async () => {
    const run = showCards(destructive);
    button('Approve').focus();

    await userEvent.keyboard('{Enter>5/}');

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('says that a press more is needed where assistive technology already listens', async () => {
    showCards(destructive);
    const listens = screen.getByRole('group', { name: /Write a/ }).querySelector('[data-cs="arming-note"]');
    button('Approve').focus();

    await userEvent.keyboard('{Enter}');

    expect(listens).toHaveTextContent(/^Not approved yet/);
  });

  it('forgets the first press when the focus leaves', async () => {
    const run = showCards(destructive);
    button('Approve').focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();

    act(() => button('Approve').focus());
    await userEvent.keyboard('{Enter}');

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('is approved by its letter with Shift, and not by the letter', async () => {
    const run = showCards(destructive);
    button('Edit').focus();

    await userEvent.keyboard('a');
    expect(run.decide).not.toHaveBeenCalled();
    await userEvent.keyboard('{Shift>}A{/Shift}');

    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]);
  });
});

describe('A card that has just appeared', () => {
  beforeEach(() => armAgain());

  it('is not approved by a letter either, and says so', async () => {
    const run = showCards(approval('a'));
    button('Edit').focus();

    await userEvent.keyboard('a');

    expect(run.decide).not.toHaveBeenCalled();
    expect(screen.getByText(/Not approved yet|Nothing happened yet/)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Write a' })).toHaveAttribute('data-state', 'arming');
  });

  it('can be denied at once', async () => {
    const run = showCards(approval('a'));

    await userEvent.click(button('Deny…'));
    await userEvent.click(button('Deny'));

    expect(run.decide.mock.calls).toEqual([['a', toolDenied(), { batchId: 'batch-1' }]]);
  });
});

describe('Typing in the composer', () => {
  it('answers nothing, whatever is typed', async () => {
    const run = showCards(approval('b'), destructive);

    await userEvent.type(screen.getByRole('textbox'), 'aAdeEl a');

    expect(run.decide).not.toHaveBeenCalled();
    expect(run.store.getState().drafts).toEqual({});
  });
});

describe('An edit by the schema of the tool', () => {
  const check = vi.fn(async (input: unknown) =>
    (input as { size: number }).size > 9 ? [{ path: ['size'], message: 'At most 9.' }] : [],
  );
  const withForm = approval('a', { input: { path: 'a', size: 1 } });
  const form: InputForm = {
    schema: async () => ({
      type: 'object',
      properties: { path: { type: 'string' }, size: { type: 'integer' } },
      required: ['path', 'size'],
    }),
    check,
  };
  const showForm = (): FakeRun => {
    const run = showCards(withForm);
    run.formOf.mockReturnValue(form);
    return run;
  };

  async function typeSize(text: string): Promise<HTMLElement> {
    await userEvent.click(button('Edit'));
    const size = await screen.findByRole('textbox', { name: /size/i });
    await userEvent.clear(size);
    await userEvent.type(size, text);
    return size;
  }

  it('keeps numbers numbers, shows what was changed, and sends it once', async () => {
    const run = showForm();
    holdDecision(run);
    await typeSize('5');

    expect(screen.getByRole('region', { name: '1 change' })).toBeVisible();
    await userEvent.dblClick(button('Approve with edits'));

    await waitFor(() =>
      expect(run.decide.mock.calls).toEqual([
        ['a', toolApproved({ overrideArgs: { path: 'a', size: 5 } }), { batchId: 'batch-1' }],
      ]),
    );
  });

  it('says at the field what is wrong, before anything is sent', async () => {
    const run = showForm();
    const size = await typeSize('12');

    await userEvent.click(button('Approve with edits'));

    await waitFor(() => expect(size).toHaveAccessibleDescription(/At most 9\./));
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('C166 is submitted by Ctrl+Enter as by its button, only after the button takes presses', async () => {
    armAgain();
    const run = showForm();
    await typeSize('5');

    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(run.decide).not.toHaveBeenCalled();
    await waitFor(() => expect(button('Approve with edits')).toHaveAttribute('data-arming', 'armed'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    await waitFor(() => expect(run.decide).toHaveBeenCalledTimes(1));
  });

  it('is not sent by Enter in a field', async () => {
    const run = showForm();

    await typeSize('5{Enter}');

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('keeps in the store what is no value yet, too, and what was typed before it', async () => {
    const run = showForm();

    await typeSize('5x');

    expect(run.store.getState().drafts['batch-1:a']).toEqual({
      mode: 'edit',
      text: '{\n  "path": "a",\n  "size": 5\n}',
      unfinished: { '/size': '5x' },
    });
  });

  it('is taken back with one press', async () => {
    const run = showForm();
    await typeSize('5');

    await userEvent.click(button('Reset all'));
    await userEvent.click(button('Approve with edits'));

    await waitFor(() => expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]));
  });
});

describe('What the card hides', () => {
  const input = { user: 'ana', password: 'hunter2', code: 'swordfish' };
  const card = approval('a', {
    input,
    title: 'Log in with hunter2',
    summary: 'And swordfish.',
    redactions: { hide: [['code']] },
  });

  it('is in no title, and in no form before it is asked for there', async () => {
    const run = showCards(card);
    expect(document.body.innerHTML).not.toMatch(/hunter2|swordfish/);

    await userEvent.click(button('Edit'));

    expect(await screen.findByRole('textbox', { name: /^user/ })).toHaveValue('ana');
    expect(document.body.innerHTML).not.toMatch(/hunter2|swordfish/);

    await userEvent.click(button('Show the hidden value of password'));
    await userEvent.keyboard('3');

    expect(screen.getByRole('textbox', { name: /^password/ })).toHaveValue('hunter23');
    expect(document.querySelector('[data-cs="json-changes"]')).toHaveAttribute('data-count', '1');
    expect(document.querySelector('[data-cs="json-changes"]')).not.toHaveTextContent('hunter');

    await userEvent.click(button('JSON'));
    expect(document.body.innerHTML).not.toMatch(/hunter|swordfish/);

    await userEvent.click(button('Fields'));
    await userEvent.click(button('Approve with edits'));
    expect(run.decide.mock.calls[0]?.[1]).toEqual(toolApproved({ overrideArgs: { ...input, password: 'hunter23' } }));
  });
});

describe('What is to be remembered', () => {
  async function remember(): Promise<void> {
    await chooseFrom(button(/^Remember/), 1);
  }

  it('goes with a yes', async () => {
    const run = showCards(approval('a'));
    await remember();
    expect(run.decide).not.toHaveBeenCalled();

    await userEvent.click(button('Approve and remember'));

    const wanted = { scope: 'input', for: 'session' };
    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1', remember: wanted }]]);
  });

  it('is never a yes that goes with a no', async () => {
    const run = showCards(approval('a'));
    await remember();

    await userEvent.click(button('Deny…'));
    expect(screen.getByText('You are asked again next time.')).toBeInTheDocument();
    await userEvent.click(button('Deny'));

    expect(run.decide.mock.calls).toEqual([['a', toolDenied(), { batchId: 'batch-1' }]]);
  });
});

describe('Where answers are reviewed', () => {
  it('the card says what is chosen, sends nothing, and can be opened again', async () => {
    const run = fakeRun({ pending: [batch([approval('a')])] });
    render(<ApprovalQueue run={run} commit="review" />);

    await userEvent.click(button('Approve'));

    const card = screen.getByRole('group', { name: 'Write a' });
    expect(card).toHaveAttribute('data-state', 'chosen');
    expect(run.decide).not.toHaveBeenCalled();
    await userEvent.click(within(card).getByRole('button', { name: 'Change' }));
    expect(card).not.toHaveAttribute('data-state', 'chosen');
    expect(screen.getByRole('heading', { name: 'Write a' })).toHaveFocus();
  });
});

describe('The accessibility tree', () => {
  it('of a card reads as a decision, from top to bottom', async () => {
    showCards(approval('a', { risk: 'medium', capabilities: ['fs.write'], summary: 'Two lines.' }));

    await expect.element(page.getByRole('group', { name: 'Write a' })).toMatchAriaInlineSnapshot(`
      - group "Write a":
        - heading "Write a" [level=4]
        - text: medium risk
        - paragraph: Asked because this tool always needs your approval.
        - list:
          - listitem: changes files
        - button "Input"
        - paragraph: Two lines.
        - button "Approve"
        - status
        - text: Remember
        - button "Remember Just this once": Just this once
        - button "Edit"
        - button "Deny…"
        - button "Later"
        - status: You are asked again next time.
    `);
  });
});

import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalQueue, StringsProvider } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { approval, batch, external, type FakeRun, fakeRun } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

function show(run: FakeRun, commit: 'each' | 'review'): void {
  render(
    <StringsProvider locale="en">
      <ApprovalQueue run={run} commit={commit} />
    </StringsProvider>,
  );
}

describe('The accessibility tree', () => {
  it('of a batch: what it is, how far it is, its calls in order, what can be said to several', async () => {
    const items = [approval('a', { risk: 'low' }), approval('b', { risk: 'destructive' }), external('c')];
    const run = fakeRun({ pending: [batch(items)] });
    show(run, 'each');
    act(() => run.settle('a', toolDenied('no')));

    await waitFor(() => expect(screen.getByText('1 of 3 decided')).toBeVisible());

    // Only the list of named groups. Other tests check the content of the cards.
    await expect
      .element(page.getByRole('region', { name: '2 actions need your approval, 1 needs your answer' }))
      .toMatchAriaInlineSnapshot(`
      - region "2 actions need your approval, 1 needs your answer":
        - heading "2 actions need your approval, 1 needs your answer" [level=3]
        - progressbar "Decided"
        - text: 1 of 3 decided
        - button "Keys"
        - list:
          - listitem:
            - group "Write a":
              - group:
                - heading "Write a" [level=4]
          - listitem:
            - group "Write b":
              - heading "Write b" [level=4]
              - button "Deny…"
              - button "Edit"
              - button "Later"
              - button "Approve"
          - listitem:
            - group "Write c":
              - heading "Write c" [level=4]
              - button "Mark as failed…"
        - paragraph: Sent together when all are done
    `);
  });

  it('of a review that is complete', async () => {
    const run = fakeRun({ pending: [batch([approval('a'), approval('b', { risk: 'high' })])] });
    show(run, 'review');

    await userEvent.click(screen.getByRole('button', { name: 'Approve all' }));

    await expect.element(page.getByRole('region', { name: '2 actions need your approval' })).toMatchAriaInlineSnapshot(`
      - region "2 actions need your approval":
        - heading "2 actions need your approval" [level=3]
        - progressbar "Chosen"
        - text: 2 of 2 chosen
        - button "Keys"
        - list:
          - listitem:
            - group "Write a":
              - group:
                - heading "Write a" [level=4]
                - text: to be approved
              - button "Change"
          - listitem:
            - group "Write b":
              - group:
                - heading "Write b" [level=4]
                - text: to be approved
              - button "Change"
        - status: 2 to approve
        - button "Submit 2 answers"
        - status
        - paragraph: Nothing is sent before you submit. Until then you can change each answer.
    `);
  });

  it('of the list of keys', async () => {
    show(fakeRun({ pending: [batch([approval('a'), approval('b')])] }), 'each');

    await userEvent.click(screen.getByRole('button', { name: 'Keys' }));

    await expect.element(page.getByRole('dialog')).toMatchAriaInlineSnapshot(`
      - dialog "Keyboard shortcuts":
        - heading "Keyboard shortcuts" [level=3]
        - paragraph: Letters work half a second after an action or its buttons receive the focus, and never while you type.
        - term: ↑
        - definition: Go to the first open action, from an empty message
        - term: Esc
        - definition: Go back to where you were
        - term: J
        - definition: Go to the next action
        - term: K
        - definition: Go to the previous action
        - term: A
        - definition: Approve, unless the action is destructive
        - term: Shift+A
        - definition: Approve a destructive action
        - term: E
        - definition: Edit before approving
        - term: D
        - definition: Deny, with a reason
        - term: L
        - definition: Leave open for later
        - term: "?"
        - definition: Show these keys
        - button "Close"
    `);
  });
});

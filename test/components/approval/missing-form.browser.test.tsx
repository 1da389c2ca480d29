import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Approval } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = approval('a', { input: { path: 'a.txt' } });

/** Shows a card with buttons, and with the given forms. */
function showCard(forms: ReactNode): FakeRun {
  const run = fakeRun({ pending: [batch([item])] });
  render(
    <StrictMode>
      <Approval.Root run={run} item={item} batch={batch([item])}>
        <Approval.Title />
        <Approval.Actions>
          <Approval.Approve />
          <Approval.Edit />
          <Approval.Deny />
        </Approval.Actions>
        {forms}
      </Approval.Root>
    </StrictMode>,
  );
  return run;
}

const button = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

describe('A card without a form', () => {
  it('C533 denies at once without Approval.ReasonForm', async () => {
    const run = showCard(<Approval.EditForm />);

    await userEvent.click(button(/^Deny/));

    expect(vi.mocked(run.decide).mock.calls.map(([, decision]) => decision)).toEqual([toolDenied()]);
    expect(run.drafts).toEqual({});
    expect(button(/^Approve/)).toBeVisible();
  });

  it('C533 keeps its buttons without Approval.EditForm, and names it once', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const run = showCard(<Approval.ReasonForm />);

    await userEvent.click(button(/^Edit/));
    await userEvent.click(button(/^Edit/));

    expect(report.mock.calls).toEqual([[expect.objectContaining({ code: 'no-form' })]]);
    expect(String(report.mock.calls[0]?.[0])).toContain('<Approval.EditForm>');
    expect(run.drafts).toEqual({});
    expect(run.decide).not.toHaveBeenCalled();
    expect(button(/^Edit/)).toHaveFocus();
  });

  it.each(['edit', 'deny'] as const)(
    'C533 keeps its buttons, and denies nothing, when another card opens %s',
    (mode) => {
      const report = vi.spyOn(console, 'error').mockImplementation(() => {});
      const run = showCard(null);
      const draft = mode === 'edit' ? ({ mode, text: '{"path":"b.txt"}' } as const) : ({ mode, reason: '' } as const);

      act(() => run.saveDraft(item.id, draft));

      expect(button(/^Approve/)).toBeVisible();
      expect(run.drafts).toEqual({ [item.id]: draft });
      expect(run.decide).not.toHaveBeenCalled();
      expect(report).not.toHaveBeenCalled();
    },
  );
});

describe('A card with its forms', () => {
  it('opens them, also in another place of the page', async () => {
    const run = showCard(createPortal(<Approval.ReasonForm />, document.body));

    await userEvent.click(button(/^Deny/));

    expect(screen.getByRole('textbox')).toBeVisible();
    expect(run.decide).not.toHaveBeenCalled();
  });
});

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ApprovalQueue } from '../../src/components/index.js';
import { approval, batch, fakeRun } from './support.js';

/**
 * Opens a dialog of the app with the browser's own element, and a listener like Radix's: on the document,
 * before elements inside receive the key.
 */
function openDialog(children: ReactElement) {
  const heard = vi.fn((event: KeyboardEvent) => event.key);
  document.addEventListener('keydown', heard, true);
  afterEachOnce(() => document.removeEventListener('keydown', heard, true));
  render(<dialog ref={(dialog) => void (dialog?.open === false && dialog.showModal())}>{children}</dialog>);
  return {
    dialog: screen.getByRole<HTMLDialogElement>('dialog'),
    heard: () => heard.mock.results.map(({ value }) => value),
  };
}

let cleanUp = (): void => {};
afterEach(() => cleanUp());
afterEach(cleanup);
function afterEachOnce(what: () => void): void {
  cleanUp = what;
}

const press = async (name: RegExp): Promise<void> => await userEvent.click(screen.getByRole('button', { name }));

describe('Escape in one of our forms', () => {
  it.each([
    ['an edit', /^Edit/, 'edit-form'],
    ['a reason', /^Deny…/, 'reason-form'],
  ])('leaves %s, and the dialog of the app around it stays open', async (_, name, form) => {
    const { dialog, heard } = openDialog(<ApprovalQueue run={fakeRun({ pending: [batch([approval('a')])] })} />);
    await press(name);
    const field = await waitFor(() => {
      const found = dialog.querySelector<HTMLElement>(`[data-cs='${form}'] :is(input, textarea)`);
      expect(found).not.toBeNull();
      return found;
    });
    field?.focus();

    await userEvent.keyboard('{Escape}');

    await waitFor(() => expect(dialog.querySelector(`[data-cs='${form}']`)).toBeNull());
    expect(dialog.open).toBe(true);
    expect(heard()).not.toContain('Escape');

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog.open).toBe(false));
  });
});

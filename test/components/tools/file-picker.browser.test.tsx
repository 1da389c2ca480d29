import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { FilePicker, filePicker } from '../../../src/components/index.js';
import { button, showTool } from './support.js';

afterEach(cleanup);

const text = (name: string, content = 'hello', type = 'text/plain'): File => new File([content], name, { type });
const input = (): HTMLElement => screen.getByLabelText(/^(Choose|Add)/);
// The browser's file dialog lets users choose other types.
const choose = (...files: File[]): Promise<void> => userEvent.upload(input(), files, { applyAccept: false });
const list = (): string[] => screen.queryAllByRole('listitem').map((item) => item.textContent ?? '');

function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const zone = input().closest('[data-cs="file-drop"]');
  if (zone === null) throw new Error('There is nothing to drop on.');
  const drag = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
  fireEvent(zone, drag('dragover'));
  expect(zone).toHaveAttribute('data-state', 'over');
  fireEvent(zone, drag('drop'));
  expect(zone).toHaveAttribute('data-state', 'idle');
}

describe('FilePicker', () => {
  it('shows what was chosen, and sends it only at a press', async () => {
    const { submit } = showTool(FilePicker, { reason: 'The logo is missing.' });
    expect(screen.getByRole('group', { name: 'The logo is missing.' })).toBeVisible();
    expect(button('Send')).toHaveAttribute('aria-disabled', 'true');

    await choose(text('a.txt'));
    expect(await screen.findByText('a.txt')).toBeVisible();
    expect(submit).not.toHaveBeenCalled();
    await userEvent.click(button('Send 1 file'));

    expect(submit.mock.calls).toEqual([[{ files: [{ name: 'a.txt', size: 5, type: 'text/plain', text: 'hello' }] }]]);
  });

  it('takes what is dropped, as many as allowed', async () => {
    showTool(filePicker({ maxFiles: 2 }));

    drop(text('a.txt'), text('b.txt'), text('c.txt'));

    expect(await screen.findByRole('alert')).toHaveTextContent('“c.txt” was left out: the limit is 2.');
    expect(within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it('replaces the only file, and adds to several', async () => {
    showTool(FilePicker, { maxFiles: 1 });
    await choose(text('a.txt'));
    await screen.findByText('a.txt');
    await choose(text('b.txt'));
    expect(await screen.findByText('b.txt')).toBeVisible();
    expect(screen.queryByText('a.txt')).toBeNull();
    cleanup();

    showTool(FilePicker, { maxFiles: 3 });
    await choose(text('a.txt'));
    await screen.findByText('a.txt');
    await choose(text('b.txt'));
    expect(await screen.findByText('b.txt')).toBeVisible();
    expect(screen.getByText('a.txt')).toBeVisible();
  });

  it('removes a file, and puts the focus where the next is chosen', async () => {
    showTool(FilePicker, { maxFiles: 2 });
    await choose(text('a.txt'), text('b.txt'));
    (await screen.findByRole('button', { name: 'Remove a.txt' })).focus();

    await userEvent.keyboard('{Enter}');

    expect(list().join()).not.toContain('a.txt');
    expect(list().join()).toContain('b.txt');
    expect(input()).toHaveFocus();
  });

  it.each([
    ['too big', text('a.txt', 'x'.repeat(2000)), '“a.txt” has 2 kB; the limit is 1 kB.'],
    ['of another kind', text('a.png', 'x', 'image/png'), '“a.png” is not of the kind .txt,text/*.'],
    ['no text', new File([new Uint8Array([0xff, 0xfe, 0x00])], 'a.txt'), '“a.txt” is not a text file.'],
  ])('says of a file that it is %s, and does not send it', async (_, file, words) => {
    const { submit } = showTool(filePicker({ maxBytes: 1000, accept: '.txt,text/*' }));

    await choose(file);

    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await userEvent.click(button('Send'));
    expect(submit).not.toHaveBeenCalled();
  });

  it('keeps the limits of the app when the model asks for more', () => {
    showTool(filePicker({ maxFiles: 2, maxBytes: 1000, accept: '.csv' }), {
      maxFiles: 9,
      maxBytes: 1e9,
      accept: ['.exe'],
    });

    expect(screen.getByText('Files of the kind .csv, up to 2, each up to 1 kB.')).toBeVisible();
    expect(input()).toHaveAttribute('accept', '.csv');
  });

  it('takes limits of the model within its own', () => {
    showTool(FilePicker, { maxFiles: 3, maxBytes: 500, accept: ['.md', 'image/*'] });

    expect(screen.getByText('Files of the kind .md,image/*, up to 3, each up to 500 bytes.')).toBeVisible();
  });

  it('reads bytes, or nothing', async () => {
    const bytes = showTool(filePicker({ read: 'base64', send: 'on-choice' }));
    await choose(new File([new Uint8Array([0xff, 0, 1])], 'a.bin'));
    await screen.findByText('a.bin');
    expect(bytes.submit.mock.calls[0]).toEqual([{ files: [{ name: 'a.bin', size: 3, type: '', base64: '/wAB' }] }]);
    cleanup();

    const none = showTool(filePicker({ read: 'none', send: 'on-choice' }));
    await choose(new File([new Uint8Array([0xff])], 'a.bin'));
    await screen.findByText('a.bin');
    expect(none.submit.mock.calls[0]).toEqual([{ files: [{ name: 'a.bin', size: 1, type: '' }] }]);
  });

  it('makes the result that the tool asks for, as soon as a file is chosen', async () => {
    const { submit } = showTool(
      filePicker({ send: 'on-choice', result: ([file]) => ({ name: file?.name ?? '', content: file?.text ?? '' }) }),
    );

    await choose(text('a.txt'));

    await screen.findByText('a.txt');
    expect(submit.mock.calls).toEqual([[{ name: 'a.txt', content: 'hello' }]]);
  });

  it('does not send by itself what is not whole', async () => {
    const { submit } = showTool(filePicker({ send: 'on-choice', maxFiles: 2, accept: '.txt' }));

    await choose(text('a.txt'), text('b.png'));

    await screen.findByRole('alert');
    expect(submit).not.toHaveBeenCalled();
    expect(button('Send 1 file')).not.toHaveAttribute('aria-disabled');
  });

  it('forgets what was wrong with the last result when another file is chosen', async () => {
    const { submit } = showTool(FilePicker);
    submit.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['files'], message: 'not this one' }] });
    await choose(text('a.txt'));
    await userEvent.click(await screen.findByRole('button', { name: 'Send 1 file' }));
    await screen.findByRole('alert');

    await choose(text('b.txt'));

    await screen.findByText('b.txt');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells the model that nothing was chosen', async () => {
    const { fail } = showTool(FilePicker);

    await userEvent.click(button('Not now'));

    expect(fail.mock.calls).toEqual([['The user did not choose a file.']]);
  });
});

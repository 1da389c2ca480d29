import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageComposer } from '../../../src/components/index.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { carrying, file } from '../chat/support.js';
import { type FakeRun, fakeRun } from '../support.js';

wearStyles();

afterEach(cleanup);

function showComposer(props: Partial<ComponentProps<typeof MessageComposer>> = {}): FakeRun {
  const run = fakeRun();
  render(<MessageComposer run={run} {...props} />);
  return run;
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });
const list = (): HTMLElement => screen.getByRole('list', { name: 'Attached files' });
const problems = (): string => screen.getByRole('alert').textContent ?? '';

function picker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('The composer has no file input.');
  return input;
}

/** As a file dialog does; what `accept` means there is the browser's to know. */
const choose = (...files: readonly File[]): Promise<void> =>
  userEvent.setup({ applyAccept: false }).upload(picker(), [...files]);

function paste(data: DataTransfer): void {
  fireEvent(field(), new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

function drag(type: string, data: DataTransfer): boolean {
  return fireEvent(field(), new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}

describe('MessageComposer takes files', () => {
  it('that are chosen, says what they are, and sends them with the text', async () => {
    const run = showComposer();

    await choose(file('notes.txt', 'text/plain'), file('cat.png', 'image/png'));
    await within(list()).findByText('text/plain, 3 bytes');
    expect(list().querySelectorAll('img')).toHaveLength(1);
    expect(field()).toHaveFocus();
    await userEvent.keyboard('Look at these{Enter}');

    const expected = [
      { type: 'text', text: 'Look at these' },
      { type: 'file', data: 'data:text/plain;base64,eHh4', mediaType: 'text/plain', filename: 'notes.txt' },
      { type: 'file', data: 'data:image/png;base64,eHh4', mediaType: 'image/png', filename: 'cat.png' },
    ];
    expect(run.start.mock.calls).toEqual([[expected]]);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('without a text', async () => {
    const run = showComposer();
    await choose(file('notes.md', ''));
    await within(list()).findByText('text/plain, 3 bytes');

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(run.start.mock.calls[0]?.[0]).toMatchObject([{ type: 'file', mediaType: 'text/plain' }]);
  });

  it('that are pasted', async () => {
    showComposer();

    paste(carrying(file('shot.png', 'image/png')));

    expect(await within(list()).findByText('shot.png')).toBeVisible();
  });

  it.each([
    ['its name', 'notes.txt'],
    ['its quoted path', '"C:\\Users\\ana\\notes.txt"'],
    ['its address', 'file:///home/ana/notes.txt\r\n'],
  ])('C367 that a file manager copies with %s as text', async (_, written) => {
    showComposer();
    const data = carrying(file('notes.txt', 'text/plain'));
    data.setData('text/plain', written);

    paste(data);

    expect(await within(list()).findByText('notes.txt')).toBeVisible();
  });

  it('but pastes text as text, also where it brings a picture of itself', async () => {
    showComposer();
    const data = carrying(file('table.png', 'image/png'));
    data.setData('text/plain', 'a table');

    paste(data);

    expect(screen.queryByRole('list')).toBeNull();
  });

  it('that are dropped, and shows where', async () => {
    showComposer();
    const data = carrying(file('a.txt', 'text/plain'));

    const isLeft = drag('dragover', data);
    expect(isLeft).toBe(false); // or the browser would open the file
    expect(screen.getByText('Drop files here to attach them')).toBeVisible();
    drag('drop', data);

    expect(await within(list()).findByText('a.txt')).toBeVisible();
    expect(screen.getByText('Drop files here to attach them')).not.toBeVisible();
    expect(field()).toHaveFocus();
  });

  it('and takes them off again, and gives the focus back', async () => {
    const run = showComposer();
    await choose(file('a.txt', 'text/plain'), file('b.txt', 'text/plain'));

    await userEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
    expect(field()).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(run.start.mock.calls[0]?.[0]).toMatchObject([{ filename: 'b.txt' }]);
  });
});

describe('MessageComposer refuses a file', () => {
  it.each([
    {
      which: 'of another kind',
      rules: {},
      files: [file('a.exe', 'application/x-msdownload')],
      words: /a\.exe was not attached: only these kinds/,
    },
    {
      which: 'that is too large',
      rules: { maxBytes: 10 },
      files: [file('a.txt', 'text/plain', 11)],
      words: /a\.txt .* larger than 10 bytes/,
    },
    {
      which: 'that is one too many',
      rules: { maxFiles: 1 },
      files: [file('a.txt', 'text/plain'), file('b.txt', 'text/plain')],
      words: /b\.txt .* no more than 1 files/,
    },
  ])('$which, and says why', ({ rules, files, words }) => {
    showComposer(rules);

    drag('drop', carrying(...files));

    expect(problems()).toMatch(words);
    expect(screen.queryAllByRole('listitem')).toHaveLength(files.length - 1);
  });

  it('without keeping the others from being sent', async () => {
    const run = showComposer();
    drag('drop', carrying(file('a.exe', 'application/x-msdownload'), file('b.txt', 'text/plain')));
    await within(list()).findByText('text/plain, 3 bytes');

    await userEvent.type(field(), '{Enter}');

    expect(run.start.mock.calls[0]?.[0]).toMatchObject([{ filename: 'b.txt' }]);
    expect(problems()).toBe('');
  });

  it('altogether where the app takes none', () => {
    showComposer({ maxFiles: 0 });

    drag('drop', carrying(file('a.txt', 'text/plain')));
    paste(carrying(file('a.txt', 'text/plain')));

    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('and a message while the app says why it takes none', async () => {
    const run = showComposer({ disabled: 'Sign in to write.' });

    drag('drop', carrying(file('a.txt', 'text/plain')));
    await userEvent.type(field(), 'Hello{Enter}');

    expect(screen.queryByRole('list')).toBeNull();
    expect(run.start).not.toHaveBeenCalled();
    expect(field()).toHaveAccessibleDescription('Sign in to write.');
  });

  it.each([
    ['photo.heic', 'image/heic', undefined],
    ['photo.HEIC', '', undefined],
    ['scan.tiff', 'image/tiff', 'image/*'],
    ['logo.svg', 'image/svg+xml', 'image/*'],
    ['old.bmp', 'image/bmp', ''],
  ])('C351 rejects the image %s (%s) with a reason, because models cannot read it', async (name, type, accept) => {
    showComposer(accept === undefined ? {} : { accept });

    await choose(file(name, type));

    expect(problems()).toBe(
      `${name} was not attached: models cannot read this kind of image. Save it as JPEG or PNG first.`,
    );
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('C351 accepts an image whose type is in `accept`', async () => {
    showComposer({ accept: 'image/heic' });

    await choose(file('photo.heic', 'image/heic'));

    expect(await within(list()).findByText('photo.heic')).toBeVisible();
  });
});

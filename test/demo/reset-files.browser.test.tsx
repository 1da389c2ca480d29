import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { FileTree } from '../../demo/panels/file-tree.js';
import { openWorkspace, type Workspace } from '../../demo/workspace/index.js';
import { loadKitStyles } from '../setup/load-kit-styles.js';

loadKitStyles();

let files: Workspace | undefined;
afterEach(() => {
  cleanup();
  files?.close();
});

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const paths = (): readonly string[] => files?.getSnapshot().map(({ path }) => path) ?? [];

async function showFiles(): Promise<Workspace> {
  const opened = await openWorkspace({ name: `reset-${crypto.randomUUID()}`, seed: { 'a.txt': 'first' } });
  files = opened;
  await opened.write('mine.txt', 'my work');
  render(<FileTree files={opened} />);
  return opened;
}

it('asks before it puts the first files back, and can undo it', async () => {
  const opened = await showFiles();

  await userEvent.dblClick(screen.getByRole('button', { name: 'Reset…' }));
  expect(screen.getByRole('status')).toHaveTextContent('All 2 files are replaced by the first ones.');
  expect(screen.getByRole('button', { name: 'Keep files' })).toHaveFocus();
  expect(paths()).toEqual(['a.txt', 'mine.txt']);
  await press('Keep files');
  expect(screen.getByRole('button', { name: 'Reset…' })).toHaveFocus();
  await press('Reset…');
  await press('Reset files');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
  expect(paths()).toEqual(['a.txt']);
  await press('Undo');

  await waitFor(() => expect(paths()).toEqual(['a.txt', 'mine.txt']));
  expect(await opened.read('mine.txt')).toBe('my work');
});

it('offers no undo that would lose what came after', async () => {
  const opened = await showFiles();
  await press('Reset…');
  await press('Reset files');
  await screen.findByRole('button', { name: 'Undo' });

  await opened.write('new.txt', 'x');

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

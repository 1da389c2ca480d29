import type { Meta, StoryObj } from '@storybook/react-vite';
import { DeceptiveNotice, DeceptiveText, Value } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { expect } from 'storybook/test';

/**
 * Text that looks different from what it is. It is marked in place and explained. Nothing is removed, so the
 * shown text is the text that runs.
 */
const meta: Meta<typeof Value.Root> = {
  title: 'Values/Deceptive text',
  component: Value.Root,
  subcomponents: { DeceptiveNotice, DeceptiveText },
  args: { children: [<Value.Fields key="fields" />, <DeceptiveNotice key="notice" />] },
};
export default meta;

type Story = StoryObj<typeof Value.Root>;

/** Letters of another script, and a path that leads out of the folder that it names. */
export const Path: Story = {
  args: { value: { path: 'docs/../../еtc/pаsswd', mode: 'overwrite' } },
  play: async ({ canvas }) => {
    const note = canvas.getByRole('note', { name: 'Look closely.' });
    await expect(note).toHaveTextContent(/The path leads out of a folder that it names/);
    await expect(note).toHaveTextContent(/mixes Latin and Cyrillic letters/);
  },
};

/** The part before the @ is not the host of a URL, and the explanation decodes an xn-- name. */
export const Url: Story = {
  args: { value: { url: 'https://example.com@evil.example/login', mirror: 'https://xn--pple-43d.com/a' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('note')).toHaveTextContent(/It leads to .?“.?evil\.example/);
  },
};

/** Hosts written as numbers, local hosts, and a file name with two extensions. */
export const NotWhatTheySeem: Story = {
  args: {
    value: {
      url: 'http://0x7f.1/admin',
      link: 'java\tscript:alert(document.cookie)',
      icon: 'data:text/html,<script>alert(1)</script>',
      file: '/srv/uploads/report.pdf.exe',
      path: 'uploads/..%2f..%2fetc/passwd',
    },
  },
  play: async ({ canvas }) => {
    const note = canvas.getByRole('note');
    await expect(note).toHaveTextContent(/is the address .?“.?127\.0\.0\.1/);
    await expect(note).toHaveTextContent(/leads nowhere/);
    await expect(note).toHaveTextContent(/ends with .?“.?\.exe/);
  },
};

/** Invisible characters are shown as their code points. */
export const HiddenCharacters: Story = {
  args: {
    value: { command: 'rm\u200B -rf build\u202E tset', file: 'photo\u202Egpj.exe', blanks: `a${' '.repeat(60)}b` },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('U+202E')[0]).toBeVisible();
    await expect(canvas.getByRole('note')).toHaveTextContent(/turns around the order/);
  },
};

/** Marks in a collapsed part are reported next to the button that expands it. */
export const BelowTheFold: Story = {
  args: { value: { content: `${'line\n'.repeat(30)}if (user.isAdmin\u200B) {}` } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('1 marked place further down')).toBeVisible();
  },
};

/** Ordinary text in other scripts has no marks. */
export const Honest: Story = {
  args: { value: { note: 'Привет, שלום, 你好', path: 'docs/отчёт.txt' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.queryByRole('note')).toBeNull();
    await expect(canvasElement.querySelector('mark')).toBeNull();
  },
};

/** Narrow, and right to left. */
export const NarrowRightToLeft: Story = {
  args: Path.args ?? {},
  globals: { viewport: { value: 'narrow' }, language: 'ar' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('note', { name: arabicStrings.deceptive.title })).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

import type { Meta, StoryObj } from '@storybook/react-vite';
import { ValueView } from 'countersign/components';
import { expect } from 'storybook/test';

/**
 * Shows a value with one row per field, formatted by type. Secrets are hidden until revealed, and deceptive
 * text is marked in place.
 */
const meta: Meta<typeof ValueView> = { title: 'Values/ValueView', component: ValueView };
export default meta;

type Story = StoryObj<typeof ValueView>;

/** Each type has its own format. Strings that look like another type are quoted. */
export const EveryType: Story = {
  args: {
    value: {
      path: 'src/pages/index.ts',
      url: 'https://files.example.com:8443/reports?year=2026#top',
      note: 'Send it before noon, please.',
      code: 'if (ready) {\n  start();\n}',
      size: 1234567.25,
      zip: '01234',
      day: '2026-03-01',
      overwrite: true,
      parent: null,
      comment: '',
      tags: ['a', 'b'],
      headers: { accept: 'text/html', retries: 3 },
      none: [],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('files.example.com')).toBeVisible();
    await expect(canvas.getByText('Sunday, March 1, 2026')).toBeVisible();
    await expect(canvas.getByText('01234')).toHaveAttribute('data-quoted');
    await expect(canvas.getByText('empty list')).toBeVisible();
  },
};

/** A number in the reader's locale. A press shows it as it was written. */
export const NumberAsWritten: Story = {
  args: { value: { bytes: 10485760 } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '10,485,760' }));

    await expect(canvas.getByRole('button', { name: '10485760' })).toHaveAttribute('aria-pressed', 'true');
  },
};

/** Long texts show their beginning, and the length of the rest. */
export const LongTextFolded: Story = {
  args: {
    value: { path: 'notes/plan.md', content: Array.from({ length: 30 }, (_, at) => `${at + 1}. step`).join('\n') },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Show all 30 lines' })).toHaveAttribute('aria-expanded', 'false');
    await expect(canvas.queryByText(/20\. step/)).toBeNull();
  },
};

/** The same text, expanded. */
export const LongTextUnfolded: Story = {
  ...LongTextFolded,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show all 30 lines' }));

    await expect(canvas.getByText(/20\. step/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Show less' })).toBeVisible();
  },
};

/** Nested lists and objects. Large and deeply nested ones are collapsed. */
export const Nested: Story = {
  args: {
    value: {
      service: { name: 'mail', routes: [{ from: '/a', to: '/b', rule: { when: { hours: { from: 8, to: 18 } } } }] },
      ids: Array.from({ length: 120 }, (_, at) => at + 1),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('List of 120 items'));

    await expect(await canvas.findByRole('button', { name: 'Show the last 70 items' })).toBeVisible();
  },
};

const secrets = {
  host: 'db.internal',
  password: 'correct-horse-battery',
  header: 'Authorization: Bearer abc123def456ghi789',
};

/** Secrets are detected by the name of the field and by their format. The rest of a text stays visible. */
export const Hidden: Story = {
  args: { value: secrets },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/2 values are hidden here only/)).toBeVisible();
    await expect(canvasElement.innerHTML).not.toMatch(/horse|abc123/);
  },
};

/** One secret is revealed. It can be hidden again. */
export const Revealed: Story = {
  args: { value: secrets },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /hidden value of .?password/ }));

    await expect(canvas.getByText('correct-horse-battery')).toBeVisible();
    await expect(canvasElement.innerHTML).not.toContain('abc123');
  },
};

/** The model is still writing. The view shows what has arrived, and that more will follow. */
export const BeingWritten: Story = {
  args: { value: { path: 'notes/plan.md', content: 'First, we' }, isPartial: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The model is still writing this.')).toBeVisible();
  },
};

/** A call without input. */
export const NoInput: Story = {
  args: { value: {} },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('No input')).toBeVisible();
  },
};

/** In a narrow container, names are above their values. */
export const Narrow: Story = {
  args: EveryType.args ?? {},
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('files.example.com')).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** Right to left. Paths, URLs and code keep their own direction. */
export const RightToLeft: Story = {
  args: { value: { path: 'src/שלום/a.ts', note: 'שלום עולם', url: 'https://example.com/a', size: 1234567 } },
  globals: { language: 'ar' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('שלום עולם')).toHaveAttribute('dir', 'auto');
  },
};

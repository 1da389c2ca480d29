import type { Meta, StoryObj } from '@storybook/react-vite';
import { ValueView } from 'countersign/components';
import { expect } from 'storybook/test';

/**
 * A value for people: one row a field, by type. What is secret is hidden until asked for, what deceives is marked where
 * it stands.
 */
const meta: Meta<typeof ValueView> = { title: 'Values/ValueView', component: ValueView };
export default meta;

type Story = StoryObj<typeof ValueView>;

/** Each type in its own way; what could be taken for another type stands in quotation marks. */
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

/** A number in the reader's own way; a press shows it as it was written. */
export const NumberAsWritten: Story = {
  args: { value: { bytes: 10485760 } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '10,485,760' }));

    await expect(canvas.getByRole('button', { name: '10485760' })).toHaveAttribute('aria-pressed', 'true');
  },
};

/** Long texts show their beginning and say how much more there is. */
export const LongTextFolded: Story = {
  args: {
    value: { path: 'notes/plan.md', content: Array.from({ length: 30 }, (_, at) => `${at + 1}. step`).join('\n') },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Show all 30 lines' })).toHaveAttribute('aria-expanded', 'false');
    await expect(canvas.queryByText(/20\. step/)).toBeNull();
  },
};

/** The same, unfolded. */
export const LongTextUnfolded: Story = {
  ...LongTextFolded,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show all 30 lines' }));

    await expect(canvas.getByText(/20\. step/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Show less' })).toBeVisible();
  },
};

/** Lists and objects in each other; what is large or lies deep is closed. */
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

/** Secrets are hidden by their names and by their look; the rest of a text stays. */
export const Hidden: Story = {
  args: { value: secrets },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/2 values are hidden here only/)).toBeVisible();
    await expect(canvasElement.innerHTML).not.toMatch(/horse|abc123/);
  },
};

/** One of them was asked for. It can be hidden again. */
export const Revealed: Story = {
  args: { value: secrets },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /hidden value of .?password/ }));

    await expect(canvas.getByText('correct-horse-battery')).toBeVisible();
    await expect(canvasElement.innerHTML).not.toContain('abc123');
  },
};

/** The model still writes: what has come so far, and that there is more to come. */
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

/** On a narrow screen names stand above their values. */
export const Narrow: Story = {
  args: EveryType.args ?? {},
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('files.example.com')).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** Right to left: the page turns around, paths, addresses and code keep their own order. */
export const RightToLeft: Story = {
  args: { value: { path: 'src/שלום/a.ts', note: 'שלום עולם', url: 'https://example.com/a', size: 1234567 } },
  globals: { language: 'ar' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('שלום עולם')).toHaveAttribute('dir', 'auto');
  },
};

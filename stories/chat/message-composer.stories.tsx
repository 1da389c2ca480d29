import type { Meta, StoryObj } from '@storybook/react-vite';
import { Composer, MessageComposer } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { expect, fireEvent, waitFor } from 'storybook/test';
import { deleteOld, partsOf, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof MessageComposer> = {
  title: 'Chat/MessageComposer',
  component: MessageComposer,
  subcomponents: partsOf('Composer', Composer),
  args: { placeholder: '' },
  beforeEach: setUpRun({ say: null, turns: ['Noted.'] }),
  render: showRun((run, args) => <MessageComposer {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof MessageComposer>;

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGNkYPjPgBsw4ZEbwdIAQM8BD5V9iQcAAAAASUVORK5CYII='),
  (letter) => letter.charCodeAt(0),
);

function drop(field: HTMLElement, type: string, ...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  fireEvent(field, new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Enter sends, Shift+Enter starts a new line. */
export const Written: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'One{Shift>}{Enter}{/Shift}two');
    await expect(canvas.getByRole('textbox')).toHaveValue('One\ntwo');
  },
};

/** The message was sent, and the field is empty again. */
export const Sent: Story = {
  ...Written,
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'One');
    await userEvent.keyboard('{Enter}');

    await runOf({ loaded }).until((state) => state.messages.length === 2);
    await expect(canvas.getByRole('textbox')).toHaveValue('');
  },
};

/** Files can be added by button, paste and drop. */
export const WithFiles: Story = {
  play: async ({ canvas }) => {
    const files = [
      new File([png], 'chart.png', { type: 'image/png' }),
      new File(['# Plan'], 'plan.md', { type: 'text/markdown' }),
    ];
    drop(canvas.getByRole('textbox'), 'drop', ...files);

    await expect(await canvas.findByText('plan.md')).toBeVisible();
    await expect(await canvas.findByText(/image\/png/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Remove chart.png' })).toBeVisible();
  },
};

/** Files are dragged over the composer. */
export const DroppingFiles: Story = {
  play: async ({ canvas }) => {
    drop(canvas.getByRole('textbox'), 'dragover', new File(['x'], 'plan.md', { type: 'text/markdown' }));

    await waitFor(() => expect(canvas.getByText('Drop files here to attach them')).toBeVisible());
  },
};

/** Rejected files are named with the limit. The others are attached. */
export const RefusedFiles: Story = {
  args: { maxBytes: 1_000, accept: 'text/*' },
  play: async ({ canvas }) => {
    const large = new File(['x'.repeat(2_000)], 'large.txt', { type: 'text/plain' });
    const other = new File([png], 'chart.png', { type: 'image/png' });
    const fine = new File(['x'], 'fine.txt', { type: 'text/plain' });
    drop(canvas.getByRole('textbox'), 'drop', large, other, fine);

    await waitFor(() => expect(canvas.getByRole('alert')).toHaveTextContent(/large\.txt .* larger than 1 kB/));
    await expect(canvas.getByRole('alert')).toHaveTextContent(/chart\.png .* only these kinds are taken: text/);
    await expect(await canvas.findByText('fine.txt')).toBeVisible();
  },
};

/** A message written while a batch is open is sent after it, and can be withdrawn. */
export const Queued: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deleteOld] }] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'Then list what is left{Enter}');

    await expect(await canvas.findByText(/is sent when you have answered/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Don’t send' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Stop' })).toBeVisible();
  },
};

/** The app says why the composer is disabled. */
export const Disabled: Story = {
  args: { disabled: 'Connect a model to write.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Connect a model to write.');
    await expect(canvas.getByRole('textbox')).toHaveAttribute('readonly');
  },
};

/** On a small screen, right to left. */
export const NarrowRightToLeft: Story = {
  globals: { viewport: { value: 'narrow' }, language: 'ar' },
  play: async ({ canvas, userEvent }) => {
    drop(canvas.getByRole('textbox'), 'drop', new File([png], 'chart.png', { type: 'image/png' }));
    await userEvent.type(canvas.getByRole('textbox'), 'What does it show?');

    await expect(
      await canvas.findByRole('button', { name: arabicStrings.chat.removeAttachment('chart.png') }),
    ).toBeVisible();
  },
};

/** Without text, the button can receive focus but does nothing. */
export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  },
};

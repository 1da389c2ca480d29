import type { Meta, StoryObj } from '@storybook/react-vite';
import { FilePicker, filePicker, Thread } from 'countersign/components';
import { expect } from 'storybook/test';
import { given, runOf, showRun } from '../support/index.js';
import { asking, historyOf } from './asking.js';

const meta: Meta = {
  title: 'Client tools/FilePicker',
  component: FilePicker,
  argTypes: { send: { control: false } },
  parameters: { docs: { fullState: 'Chosen' } },
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

const title = 'Pick the logo';
const input = { reason: 'The page has no logo yet.' };
const svg = (name: string, text = '<svg/>') => new File([text], name, { type: 'image/svg+xml' });

function fileInput(root: HTMLElement): HTMLInputElement {
  const found = root.querySelector<HTMLInputElement>('input[type=file]');
  if (found === null) throw new Error('There is no file input.');
  return found;
}

/** Nothing is chosen: what may be chosen is said before. */
export const Empty: Story = {
  beforeEach: given(asking({ title, input, clientTool: { render: FilePicker } })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'The page has no logo yet.' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** Chosen, it is shown; it is sent only at a press. */
export const Chosen: Story = {
  parameters: { docs: { story: { autoplay: true } } },
  beforeEach: given(asking({ title, input, clientTool: { render: filePicker({ maxFiles: 3 }) } })),
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    await userEvent.upload(fileInput(canvasElement), [svg('logo.svg'), svg('mark.svg')]);
    await expect(await canvas.findByText('logo.svg')).toBeVisible();
    await expect(runOf({ loaded }).state.status).toBe('waiting');

    await userEvent.click(canvas.getByRole('button', { name: 'Remove mark.svg' }));

    await expect(canvas.queryByText('mark.svg')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Send 1 file' })).toBeVisible();
  },
};

/** Too large and of the wrong kind: said in words, and the rest stays. */
export const Refused: Story = {
  beforeEach: given(
    asking({ title, input, clientTool: { render: filePicker({ maxFiles: 3, maxBytes: 10, accept: '.svg' }) } }),
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    // A person may choose another kind in the browser's own dialog.
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(fileInput(canvasElement), [
      svg('logo.svg'),
      svg('big.svg', 'x'.repeat(99)),
      new File([''], 'a.exe'),
    ]);

    await expect(await canvas.findByText(/“big.svg” has 99/)).toBeVisible();
    await expect(canvas.getByText('“a.exe” is not of the kind .svg.')).toBeVisible();
    await expect(canvas.getByText('logo.svg')).toBeVisible();
  },
};

/** Sent: the card becomes a line, and the same run goes on. */
export const Sent: Story = {
  beforeEach: given(asking({ title, input, clientTool: { render: FilePicker } })),
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    await userEvent.upload(fileInput(canvasElement), svg('logo.svg'));
    await userEvent.click(await canvas.findByRole('button', { name: 'Send 1 file' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('logo.svg');
  },
};

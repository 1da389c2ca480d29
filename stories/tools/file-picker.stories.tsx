import type { Meta, StoryObj } from '@storybook/react-vite';
import { FilePicker, filePicker, Thread } from 'countersign/components';
import { expect } from 'storybook/test';
import { runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

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

/** No file is chosen. The accepted types and sizes are listed. */
export const Empty: Story = {
  beforeEach: setUpRun(externalToolScript({ title, input, clientTool: { render: FilePicker } })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'The page has no logo yet.' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** The chosen file is shown, and is sent only after another press. */
export const Chosen: Story = {
  parameters: { docs: { story: { autoplay: true } } },
  beforeEach: setUpRun(externalToolScript({ title, input, clientTool: { render: filePicker({ maxFiles: 3 }) } })),
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    await userEvent.upload(fileInput(canvasElement), [svg('logo.svg'), svg('mark.svg')]);
    await expect(await canvas.findByText('logo.svg')).toBeVisible();
    await expect(runOf({ loaded }).state.status).toBe('waiting');

    await userEvent.click(canvas.getByRole('button', { name: 'Remove mark.svg' }));

    await expect(canvas.queryByText('mark.svg')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Send 1 file' })).toBeVisible();
  },
};

/** Too large, and of the wrong type. The card explains it and keeps the other files. */
export const Refused: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title,
      input,
      clientTool: { render: filePicker({ maxFiles: 3, maxBytes: 10, accept: '.svg' }) },
    }),
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    // The browser's file dialog lets users choose other types.
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

/** Sent: the card becomes a line, and the run continues. */
export const Sent: Story = {
  beforeEach: setUpRun(externalToolScript({ title, input, clientTool: { render: FilePicker } })),
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    await userEvent.upload(fileInput(canvasElement), svg('logo.svg'));
    await userEvent.click(await canvas.findByRole('button', { name: 'Send 1 file' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('logo.svg');
  },
};

import type { Meta, StoryObj } from '@storybook/react-vite';
import { backgroundTask, Thread } from 'countersign/components';
import { expect, waitFor } from 'storybook/test';
import { runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

const meta: Meta = {
  title: 'Client tools/backgroundTask',
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

const ask = { title: 'Convert the pages', input: { folder: 'scans' } };
const forever = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** A task that runs by itself and shows its progress. */
export const Running: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      ...ask,
      clientTool: {
        render: backgroundTask((_, { signal, report }) => {
          report({ fraction: 0.4, text: 'page-12.png' });
          return forever(signal);
        }),
      },
    }),
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '0.4'));
    await expect(canvas.getByText('page-12.png')).toBeVisible();
  },
};

/** The progress is unknown. */
export const Indeterminate: Story = {
  beforeEach: setUpRun(
    externalToolScript({ ...ask, clientTool: { render: backgroundTask((_, { signal }) => forever(signal)) } }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('progressbar', { name: 'Progress' })).not.toHaveAttribute('value');
  },
};

/** The user cancelled the task, and the model is informed. */
export const Cancelled: Story = {
  ...Indeterminate,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('The user cancelled this.');
  },
};

/** The task failed. The user can retry it or report the failure to the model. */
export const Failed: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      ...ask,
      clientTool: { render: backgroundTask(() => Promise.reject(new Error('page-13.png is damaged'))) },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('It failed: page-13.png is damaged');
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** The result is sent when the task is done. */
export const Done: Story = {
  beforeEach: setUpRun(externalToolScript({ ...ask, clientTool: { render: backgroundTask(async () => '12 pages') } })),
  play: async ({ loaded }) => {
    await expect(await historyOf(runOf({ loaded }))).toContain('12 pages');
  },
};

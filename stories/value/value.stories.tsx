import type { Meta, StoryObj } from '@storybook/react-vite';
import { Value } from 'countersign/components';
import { expect, fn, spyOn, waitFor } from 'storybook/test';
import { partsOf } from '../support/index.js';

/**
 * The parts of a value. `ValueView` is composed of them. A card with its own field layout can use them
 * directly.
 */
const meta: Meta<typeof Value.Root> = {
  title: 'Values/Value',
  component: Value.Root,
  subcomponents: partsOf('Value', Value),
  args: { value: { path: 'a.txt', token: 'q9X2-fL7vZ0pTe4k', list: [1, 2] } },
};
export default meta;

type Story = StoryObj<typeof Value.Root>;

/** Selected fields in a custom order, each with its name. */
export const SingleFields: Story = {
  args: { children: [<Value.Field key="list" path={['list']} />, <Value.Field key="path" path={['path']} />] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('a.txt')).toBeVisible();
    await expect(canvas.queryByText('token')).toBeNull();
  },
};

/** The whole value as JSON, created when it is opened. Hidden values stay hidden. */
export const AsJson: Story = {
  args: { children: [<Value.Json key="json" />, <Value.HiddenNote key="note" />] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Input as JSON'));

    await expect(await canvas.findByText(/"token": "\[redacted\]"/)).toBeVisible();
  },
};

/** The copied text equals the shown text. */
export const Copied: Story = {
  args: { children: [<Value.Fields key="fields" />, <Value.Copy key="copy" />] },
  play: async ({ canvas, userEvent }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockImplementation(fn(async () => {}));

    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }));

    await expect(await canvas.findByText('Copied')).toBeVisible();
    await expect(write.mock.calls[0]?.[0]).toContain('"token": "[redacted]"');
    write.mockRestore();
  },
};

/** The browser may refuse to copy, which is reported. */
export const CopyFailed: Story = {
  args: { children: [<Value.Fields key="fields" />, <Value.Copy key="copy" />] },
  play: async ({ canvas, userEvent }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));

    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }));

    await waitFor(() => expect(canvas.getByText(/Could not be copied/)).toBeVisible());
    write.mockRestore();
  },
};

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { RunUsage } from 'countersign';
import { ContextMeter, Meter } from 'countersign/components';
import { expect } from 'storybook/test';
import { given, partsOf, showRun } from '../support/index.js';

const meta: Meta<typeof ContextMeter> = {
  title: 'Chat/ContextMeter',
  component: ContextMeter,
  subcomponents: partsOf('Meter', Meter),
  render: showRun((run, args) => <ContextMeter {...args} run={run} />),
  // The model of the stories uses 10 tokens to read, and 5 to write.
  beforeEach: given({ turns: ['It is tidy.'], until: 'idle' }),
};
export default meta;

type Story = StoryObj<typeof ContextMeter>;

const price = ({ inputTokens, outputTokens }: RunUsage): string =>
  `$${((inputTokens * 3 + outputTokens * 15) / 1_000).toFixed(3)}`;

/** How much of the window is used, and what it cost by a function of the app. */
export const WithPrice: Story = {
  args: { window: 40, price },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('15 of 40 tokens')).toBeVisible();
    await expect(canvas.getByRole('meter', { name: 'Context' })).toHaveAttribute('value', '15');
    await expect(canvas.getByText('$0.105')).toBeVisible();
  },
};

/** Little room is left: it says so in words, too. */
export const NearlyFull: Story = {
  args: { window: 18 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nearly full')).toBeVisible();
  },
};

/** No room is left. */
export const Full: Story = {
  args: { window: 15 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Full')).toBeVisible();
  },
};

/** A model whose window nobody knows: there is no bar. */
export const NoWindow: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('15 tokens')).toBeVisible();
    await expect(canvas.queryByRole('meter')).toBeNull();
  },
};

/** Its parts, in another order. */
export const OwnParts: Story = {
  render: showRun((run) => (
    <Meter.Root run={run} window={40} price={price}>
      <Meter.Cost />
      <Meter.Bar />
    </Meter.Root>
  )),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('$0.105')).toBeVisible();
  },
};

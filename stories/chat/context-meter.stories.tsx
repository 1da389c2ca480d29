import type { Meta, StoryObj } from '@storybook/react-vite';
import type { RunUsage } from 'countersign';
import { ContextMeter, Meter } from 'countersign/components';
import { expect } from 'storybook/test';
import { partsOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof ContextMeter> = {
  title: 'Chat/ContextMeter',
  component: ContextMeter,
  subcomponents: partsOf('Meter', Meter),
  render: showRun((run, args) => <ContextMeter {...args} run={run} />),
  // The scripted model uses 10 tokens to read and 5 to write.
  beforeEach: setUpRun({ turns: ['It is tidy.'], until: 'idle' }),
};
export default meta;

type Story = StoryObj<typeof ContextMeter>;

const price = ({ inputTokens, outputTokens }: RunUsage): string =>
  `$${((inputTokens * 3 + outputTokens * 15) / 1_000).toFixed(3)}`;

/** The used share of the context window, and its price from a function of the app. */
export const WithPrice: Story = {
  args: { window: 40, price },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('15 of 40 tokens')).toBeVisible();
    await expect(canvas.getByRole('meter', { name: 'Context' })).toHaveAttribute('value', '15');
    await expect(canvas.getByText('$0.105')).toBeVisible();
  },
};

/** Little room is left, which the text says, too. */
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

/** The context window of this model is unknown, so there is no bar. */
export const NoWindow: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('15 tokens')).toBeVisible();
    await expect(canvas.queryByRole('meter')).toBeNull();
  },
};

/** The parts in another order. */
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

import type { Meta, StoryObj } from '@storybook/react-vite';
import { EventFeed, Feed, Thread } from 'countersign/components';
import { expect, fireEvent } from 'storybook/test';
import { recorded } from './recorded.js';

const meta: Meta<typeof Feed.Replay> = {
  title: 'Feed/Feed.Replay',
  component: Feed.Replay,
  args: { events: recorded },
  // A form of 34 events would help nobody.
  argTypes: { events: { control: false }, position: { control: false } },
};
export default meta;

type Story = StoryObj<typeof Feed.Replay>;

/** A recorded run at its end. The slider and the buttons move through it. */
export const AtTheEnd: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('Event 34 of 34'),
    );
    await expect(canvas.getByRole('button', { name: 'One event on' })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** One step back from the end. */
export const OneEventBack: Story = {
  ...AtTheEnd,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'One event back' }));

    await expect(canvas.getByRole('slider')).toHaveValue('33');
    await expect(canvas.getByText('live')).toBeVisible();
  },
};

/** In the middle of the recording, with the components of a live run. The open card accepts no answer. */
export const WhileItWaited: Story = {
  args: {
    position: 13,
    children: ({ run }) => (
      <>
        <Thread run={run} />
        <EventFeed run={run} />
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByRole('group', { name: /Sign in as ana/ }))[0]).toBeVisible();
    await expect(canvas.getByText('This is a recording: nothing is answered and nothing runs.')).toBeVisible();
  },
};

/** The slider was moved forward, and the card shows its answer. */
export const MovedOn: Story = {
  ...WhileItWaited,
  play: async ({ canvas }) => {
    fireEvent.change(canvas.getByRole('slider'), { target: { value: '14' } });

    await expect(canvas.getByRole('row', { name: /Sign in as ana: approved by Ana/ })).toBeVisible();
  },
};

/** Before the first event. */
export const AtTheBeginning: Story = {
  args: { position: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing has happened yet')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'To the beginning' })).toHaveAttribute('aria-disabled', 'true');
  },
};

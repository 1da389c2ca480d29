import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import { FloatingEventFeed } from 'countersign/components';
import { expect } from 'storybook/test';
import { recorded } from './recorded.js';

const meta: Meta<typeof FloatingEventFeed> = {
  title: 'Feed/FloatingEventFeed',
  component: FloatingEventFeed,
  parameters: { docs: { story: { inline: false, height: '36rem' } } },
  render: () => <FloatingEventFeed events={recorded} />,
};
export default meta;

type Story = StoryObj<typeof FloatingEventFeed>;

/** The panel remembers its position and whether it was open for as long as the page exists. */
async function dockAt(
  dock: string,
  { canvas, userEvent }: Pick<StoryContext, 'canvas' | 'userEvent'>,
): Promise<DOMRect> {
  const opener = canvas.getByRole('button', { name: 'Show events' });
  if (opener.getAttribute('aria-expanded') === 'false') await userEvent.click(opener);
  await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Panel position' }), dock);
  return canvas.getByRole('dialog', { name: 'Events' }).getBoundingClientRect();
}

/** Over the app in a corner. It can be resized. */
export const Corner: Story = {
  play: async (context) => {
    const { right, bottom } = await dockAt('Corner', context);
    await expect(right).toBeLessThan(innerWidth);
    await expect(bottom).toBeLessThan(innerHeight);
  },
};

/** Docked to the side. */
export const Side: Story = {
  play: async (context) => {
    const { top, right } = await dockAt('Side', context);
    await expect([top, right]).toEqual([0, document.documentElement.clientWidth]);
  },
};

/** Docked to the bottom. */
export const Bottom: Story = {
  play: async (context) => {
    const { left, bottom } = await dockAt('Bottom', context);
    await expect([left, bottom]).toEqual([0, innerHeight]);
  },
};

/** Closed, it is only a button. Escape closes the panel and returns the focus to the button. */
export const Closed: Story = {
  play: async (context) => {
    await dockAt('Corner', context);
    const { canvas, userEvent } = context;
    canvas.getByRole('treegrid').focus();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('dialog')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Show events' })).toHaveFocus();
  },
};

import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { DeferredCall } from 'countersign';
import { RememberChoice, RememberMenu } from 'countersign/components';
import { expect, fn, userEvent } from 'storybook/test';
import { partsOf } from '../support/index.js';

const call: DeferredCall = {
  toolName: 'write_file',
  toolCallId: 'call-1',
  input: { path: '/drafts/plan.md', content: 'Plan' },
  title: 'Write /drafts/plan.md',
  capabilities: ['fs.write:/drafts/plan.md'],
};

/** Opens a menu and chooses the item with this text. */
async function choose(canvas: StoryContext['canvas'], menu: RegExp, choice: RegExp): Promise<void> {
  await userEvent.click(canvas.getByRole('button', { name: menu }));
  await userEvent.click(await canvas.findByRole('menuitemradio', { name: choice }));
}

const rememberMenu = /^Remember /;

const meta: Meta<typeof RememberMenu> = {
  title: 'Grants/RememberMenu',
  component: RememberMenu,
  subcomponents: partsOf('RememberChoice', RememberChoice),
  args: { call, effect: 'allow', onValueChange: fn() },
  parameters: { docs: { fullState: 'Always' } },
};
export default meta;

type Story = StoryObj<typeof RememberMenu>;

/** By default, nothing is remembered. */
export const Once: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Remember Just this once' })).toBeVisible();
    await expect(canvas.getByText('You are asked again next time.')).toBeVisible();
  },
};

/** The item says exactly what will be remembered. */
export const Always: Story = {
  parameters: { docs: { story: { autoplay: true } } },
  play: async ({ args, canvas }) => {
    await choose(canvas, rememberMenu, /under/);
    await choose(canvas, /^For how long/, /Always, until you revoke it/);

    await expect(canvas.getByRole('status')).toHaveTextContent(
      /Always allow writing under .*drafts.* — until you revoke it/,
    );
    await expect(args.onValueChange).toHaveBeenLastCalledWith(expect.objectContaining({ for: 'always' }));
  },
};

/** A denial can be remembered, too. */
export const Refusal: Story = {
  args: { effect: 'deny' },
  play: async ({ canvas }) => {
    await choose(canvas, rememberMenu, /Any use/);

    await expect(canvas.getByRole('status')).toHaveTextContent(/Refuse any use of/);
  },
};

/** An approval of a destructive call is remembered for this exact input at most, and only for a limited time. */
export const Destructive: Story = {
  args: { call: { ...call, risk: 'destructive' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: rememberMenu }));
    await expect(await canvas.findAllByRole('menuitemradio')).toHaveLength(2);
  },
};

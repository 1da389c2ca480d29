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

/** Opens a menu and chooses what reads so. */
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

/** Nothing is remembered unless a person chooses so. */
export const Once: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Remember Just this once' })).toBeVisible();
    await expect(canvas.getByText('You are asked again next time.')).toBeVisible();
  },
};

/** The exact words of what is granted. */
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

/** A refusal can be remembered, too. */
export const Refusal: Story = {
  args: { effect: 'deny' },
  play: async ({ canvas }) => {
    await choose(canvas, rememberMenu, /Any use/);

    await expect(canvas.getByRole('status')).toHaveTextContent(/Refuse any use of/);
  },
};

/** To something destructive, a yes is remembered at most for exactly this input, and not for ever. */
export const Destructive: Story = {
  args: { call: { ...call, risk: 'destructive' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: rememberMenu }));
    await expect(await canvas.findAllByRole('menuitemradio')).toHaveLength(2);
  },
};

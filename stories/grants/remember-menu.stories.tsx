import type { Meta, StoryObj } from '@storybook/react-vite';
import type { DeferredCall } from 'countersign';
import { RememberMenu } from 'countersign/components';
import { expect, fn } from 'storybook/test';

const call: DeferredCall = {
  toolName: 'write_file',
  toolCallId: 'call-1',
  input: { path: '/drafts/plan.md', content: 'Plan' },
  title: 'Write /drafts/plan.md',
  capabilities: ['fs.write:/drafts/plan.md'],
};

/** Options stand in this order; their words keep names apart by marks that nobody sees. */
const under = '1';
const everyCall = '2';

const meta: Meta<typeof RememberMenu> = {
  title: 'Grants/RememberMenu',
  component: RememberMenu,
  args: { call, onValueChange: fn() },
};
export default meta;

type Story = StoryObj<typeof RememberMenu>;

/** Nothing is remembered unless a person chooses so. */
export const Once: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox', { name: 'Remember' })).toHaveDisplayValue('Just this once');
    await expect(canvas.getByText('You are asked again next time.')).toBeVisible();
  },
};

/** The exact words of what is granted. */
export const Always: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Remember' }), under);
    await userEvent.selectOptions(
      canvas.getByRole('combobox', { name: 'For how long' }),
      'Always, until you revoke it',
    );

    await expect(canvas.getByRole('status')).toHaveTextContent(
      /Always allow writing under .*drafts.* — until you revoke it/,
    );
    await expect(args.onValueChange).toHaveBeenLastCalledWith(expect.objectContaining({ for: 'always' }));
  },
};

/** A refusal can be remembered, too. */
export const Refusal: Story = {
  args: { effect: 'deny' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Remember' }), everyCall);

    await expect(canvas.getByRole('status')).toHaveTextContent(/Refuse every call of/);
  },
};

/** To something destructive, a yes is remembered at most for exactly this input, and not for ever. */
export const Destructive: Story = {
  args: { call: { ...call, risk: 'destructive' } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('option')).toHaveLength(2);
  },
};

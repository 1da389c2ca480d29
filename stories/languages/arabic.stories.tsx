import type { Meta, StoryObj } from '@storybook/react-vite';
import { AgentChat, EventFeed, StringsProvider } from 'countersign/components';
import { expect } from 'storybook/test';
import { clearEnv, deleteOld, given, runOf, showRun } from '../support/index.js';

const meta: Meta<typeof StringsProvider> = {
  title: 'Languages/Arabic',
  component: StringsProvider,
  parameters: { fills: true },
  globals: { language: 'ar' },
  render: showRun((run) => <AgentChat run={run} aside={<EventFeed run={run} />} />),
};
export default meta;

type Story = StoryObj<typeof StringsProvider>;

/**
 * Chat, queue and feed from right to left, in the words of `arabicStrings`. What the model and the tools say stays
 * theirs.
 */
export const Waiting: Story = {
  beforeEach: given({ turns: [{ text: 'أمران بانتظارك.', calls: [clearEnv, deleteOld] }, 'تم.'] }),
  play: async ({ canvas }) => {
    const heading = await canvas.findByRole('heading', { name: 'إجراءان بانتظار موافقتك' });

    await expect(heading).toBeVisible();
    await expect(getComputedStyle(heading).direction).toBe('rtl');
    await expect(canvas.getByRole('button', { name: 'إيقاف' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'الأحداث' })).toBeVisible();
  },
};

/** The same after the answers. */
export const Decided: Story = {
  beforeEach: given({
    turns: [{ text: 'أمران بانتظارك.', calls: [clearEnv, deleteOld] }, 'تم.'],
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', false);
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas, loaded }) => {
    await expect(canvas.getAllByText('أنهى الوكيل عمله')[0]).toBeInTheDocument();
    await expect(runOf({ loaded }).log).toEqual(['write .env']);
  },
};

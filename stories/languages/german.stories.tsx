import type { Meta, StoryObj } from '@storybook/react-vite';
import { AgentChat, EventFeed, StringsProvider } from 'countersign/components';
import { expect } from 'storybook/test';
import { clearEnv, deleteOld, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof StringsProvider> = {
  title: 'Languages/German',
  component: StringsProvider,
  parameters: { fills: true },
  globals: { language: 'de' },
  render: showRun((run) => <AgentChat run={run} aside={<EventFeed run={run} />} />),
};
export default meta;

type Story = StoryObj<typeof StringsProvider>;

/** Chat, queue and feed with `germanStrings`. Texts from the model and the tools are not translated. */
export const Waiting: Story = {
  beforeEach: setUpRun({ turns: [{ text: 'Zwei Aktionen warten.', calls: [clearEnv, deleteOld] }, 'Fertig.'] }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: '2 Aktionen brauchen Ihre Freigabe' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Stoppen' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Ereignisse' })).toBeVisible();
  },
};

/** The same conversation after the answers. */
export const Decided: Story = {
  beforeEach: setUpRun({
    turns: [{ text: 'Zwei Aktionen warten.', calls: [clearEnv, deleteOld] }, 'Fertig.'],
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', false);
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas, loaded }) => {
    await expect(canvas.getAllByText('Agent fertig')[0]).toBeInTheDocument();
    await expect(runOf({ loaded }).log).toEqual(['write .env']);
  },
};

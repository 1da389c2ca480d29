import type { Meta, StoryObj } from '@storybook/react-vite';
import { toolDenied } from 'countersign';
import { DecisionLog, Decisions } from 'countersign/components';
import { expect } from 'storybook/test';
import { clearEnv, deleteOld, partsOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof DecisionLog> = {
  title: 'Decisions/DecisionLog',
  component: DecisionLog,
  subcomponents: partsOf('Decisions', Decisions),
  render: showRun((run, args) => <DecisionLog {...args} source={run} />),
};
export default meta;

type Story = StoryObj<typeof DecisionLog>;

const decided = setUpRun({
  turns: [{ calls: [clearEnv, deleteOld] }, 'One of them is done.'],
  prepare: async ({ conversation, until }) => {
    const [first, second] = conversation.store.getState().pending.flatMap(({ items }) => items);
    if (first === undefined || second === undefined) return;
    await conversation.decide(first.call.toolCallId, true);
    await conversation.decide(second.call.toolCallId, toolDenied('Ask me again next week'));
    await until(({ status }) => status === 'idle');
  },
});

/** The decisions with person and time. Each expands to show its call. */
export const Decided: Story = {
  beforeEach: decided,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByText(/^denied/))[0] as HTMLElement);

    await expect(canvas.getByText(/Ask me again next week/)).toBeVisible();
  },
};

/** Only approved calls. */
export const Approved: Story = {
  args: { defaultGroup: 'approved' },
  beforeEach: decided,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^approved —/)).toBeVisible();
    await expect(canvas.queryByText(/^denied/)).toBeNull();
  },
};

/** Calls that are still waiting for a decision. */
export const Open: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld] }] }),
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByText('waits for an answer')).toHaveLength(2);
  },
};

/** No approval was requested. */
export const Empty: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No decisions yet.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** No decision matches the search. */
export const NoMatch: Story = {
  beforeEach: decided,
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByRole('listitem');
    await userEvent.type(canvas.getByRole('searchbox'), 'nothing like this');

    await expect(canvas.getByText('No decision matches.')).toBeVisible();
  },
};

/** On a phone. */
export const Narrow: Story = {
  beforeEach: decided,
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await canvas.findAllByRole('listitem');
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** The parts: one line per decision, without a toolbar. */
export const OwnParts: Story = {
  render: showRun((run) => (
    <Decisions.Root source={run}>
      <Decisions.Title>What I decided</Decisions.Title>
      <Decisions.Items>
        {(entry) => (
          <Decisions.Item key={entry.toolCallId} entry={entry}>
            {entry.title}: {entry.decision?.verdict}
          </Decisions.Item>
        )}
      </Decisions.Items>
    </Decisions.Root>
  )),
  beforeEach: decided,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/: approved$/)).toBeVisible();
  },
};

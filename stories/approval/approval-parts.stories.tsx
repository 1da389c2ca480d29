import type { Meta, StoryObj } from '@storybook/react-vite';
import { ask, createPolicy, type ToolPart, toolDenied, type UseAgentRunResult } from 'countersign';
import { Approval, type ApprovalCard } from 'countersign/components';
import type { ComponentProps, ReactElement } from 'react';
import { expect } from 'storybook/test';
import { deleteOld, invite, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof Approval.Root> = {
  title: 'Approval/Approval',
  component: Approval.Root,
  args: { letters: 'on' },
  render: showRun((run, { letters }: Pick<ComponentProps<typeof ApprovalCard>, 'letters' | 'id'>) => (
    <OwnCard run={run} letters={letters} />
  )),
};
export default meta;

type Story = StoryObj<typeof Approval.Root>;

/** A custom card: a question, its object and two answers. The parts bring the safety behavior. */
interface OwnCardProps {
  readonly run: UseAgentRunResult;
  readonly letters?: ComponentProps<typeof ApprovalCard>['letters'];
}

function OwnCard({ run, letters }: OwnCardProps): ReactElement | null {
  const [batch] = run.pending;
  const [item] = batch?.items ?? [];
  if (batch === undefined || item === undefined) return null;
  return (
    <Approval.Root run={run} batch={batch} item={item} letters={letters}>
      <Approval.When is="open">
        <Approval.Mark />
        <div>
          <Approval.Title />
          <Approval.Risk /> <Approval.Reason />
          <Approval.Input />
          <Approval.Problem />
          <Approval.Actions>
            <Approval.Approve>Yes, go ahead</Approval.Approve>
            <Approval.Deny reason="none">No</Approval.Deny>
          </Approval.Actions>
        </div>
      </Approval.When>
      <Approval.When is="closed">
        <Approval.Record />
      </Approval.When>
    </Approval.Root>
  );
}

const calls = [{ ...invite, toolCallId: 'shown' }, deleteOld];

/** A custom card, composed of the parts in 25 lines. */
export const OwnCardOfParts: Story = {
  beforeEach: setUpRun({ turns: [{ calls }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^Yes, go ahead/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'No' })).toBeVisible();
  },
};

/** The same card after a denial. */
export const OwnCardDenied: Story = {
  ...OwnCardOfParts,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'No' }));

    await expect(await canvas.findByText(/^denied/)).toBeVisible();
    await expect(runOf({ loaded }).state.pending[0]?.items[0]?.state).toMatchObject({ answer: toolDenied() });
  },
};

/** A policy requires approval, and its rule gives the reason. */
export const AskedByPolicy: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ toolName: 'read_file', toolCallId: 'shown', input: { path: 'notes/plan.md' } }] }],
    policy: createPolicy({
      name: 'private',
      rules: [ask({ tool: 'read_file' }, { reason: 'Notes are private.' })],
    }),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Asked because: Notes are private.').closest('p')).toHaveAttribute(
      'data-because',
      'rule',
    );
  },
};

/** A countdown for one call, with a button for more time. */
export const Countdown: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], expiry: { after: 90_000 } }),
  render: showRun((run) => {
    const [batch] = run.pending;
    const [item] = batch?.items ?? [];
    return batch && item ? (
      <Approval.Root run={run} batch={batch} item={item}>
        <Approval.Mark />
        <div>
          <Approval.Title />
          <Approval.Countdown>
            <Approval.Extend duration={60_000} />
          </Approval.Countdown>
        </div>
      </Approval.Root>
    ) : null;
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    await expect(await canvas.findByRole('timer')).toHaveTextContent(/1 min.* 30 sec/);

    await userEvent.click(canvas.getByRole('button', { name: /1 min/ }));

    await expect(await canvas.findByText(/2 min.* 30 sec/)).toBeVisible();
    await expect(runOf({ loaded }).state.pending[0]?.items[0]?.expiresAt).toBe(
      runOf({ loaded }).clock.environment.now() + 150_000,
    );
  },
};

/** The model is still writing the input. The card shows what has arrived so far. */
export const Writing: Story = {
  render: () => (
    <Approval.Root part={callPart({ state: 'input-streaming', input: { path: 'notes/plan' } }, { phase: 'writing' })}>
      <Approval.Mark />
      <div>
        <Approval.Title /> <Approval.Status />
        <Approval.Input />
      </div>
    </Approval.Root>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Write file' })).toHaveAttribute('data-state', 'writing');
    await expect(canvas.getByText('notes/plan')).toBeVisible();
  },
};

const input = { path: 'notes/plan.md' };
const over = { state: 'output-error', input, errorText: '' };
const records: readonly (readonly [state: string, part: ToolPart])[] = [
  ['running', callPart({ state: 'input-available', input }, { phase: 'running', progress: { value: 31, max: 50 } })],
  ['returned', callPart({ state: 'output-available', input, output: 'Written.' }, { phase: 'returned' })],
  ['failed', callPart(over, { phase: 'failed', message: 'The disk is full.' })],
  ['retry', callPart(over, { phase: 'retry', message: 'There is no such folder.' })],
  ['denied', callPart(over, { phase: 'denied', message: 'Not today.', by: { type: 'person', name: 'Ana' } })],
  ['blocked', callPart(over, { phase: 'blocked', message: 'Keys stay where they are.' })],
  ['expired', callPart(over, { phase: 'expired' })],
  ['cancelled', callPart(over, { phase: 'cancelled' })],
  ['skipped', callPart(over, { phase: 'skipped' })],
  ['interrupted', callPart(over, { phase: 'interrupted' })],
  ['unknown', callPart(over, { phase: 'unknown' })],
];

/** Every way in which a call can end, as the thread shows it later. */
export const Records: Story = {
  render: () => (
    <>
      {records.map(([state, part]) => (
        <Approval.Root key={state} part={part}>
          <Approval.Record />
        </Approval.Root>
      ))}
    </>
  ),
  play: async ({ canvas }) => {
    const cards = canvas.getAllByRole('group', { name: 'Write file' });
    await expect(cards.map((each) => each.dataset.state)).toEqual(records.map(([state]) => state));
    const looks = cards.map((each) => {
      const glyph = each.querySelector<SVGElement>('[data-glyph]')?.dataset.glyph;
      return `${glyph} ${each.dataset.tone}`;
    });
    await expect(new Set(looks).size).toBe(records.length);
  },
};

/** A call as a message of the run contains it. */
function callPart(state: object, record: object): ToolPart {
  const call = { type: 'dynamic-tool', toolName: 'write_file', toolCallId: 'call-1' };
  return { ...call, ...state, toolMetadata: { countersign: record } } as unknown as ToolPart; // each state has its required members
}

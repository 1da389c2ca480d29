import type { Meta, StoryObj } from '@storybook/react-vite';
import type { PendingBatch, UseAgentRunResult } from 'countersign';
import { ApprovalCard, ApprovalQueue, Batch, EventFeed, Queue } from 'countersign/components';
import type { ComponentProps, ReactElement } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { clearEnv, deleteOld, invite, partsOf, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof Batch.Root> = {
  title: 'Approval/Batch',
  component: Batch.Root,
  subcomponents: { ...partsOf('Batch', Batch), ...partsOf('Queue', Queue) },
};
export default meta;

type Story = StoryObj<typeof Batch.Root>;

type Settings = Pick<ComponentProps<typeof ApprovalQueue>, 'commit' | 'letters' | 'focusOnBatch' | 'fold'>;

const three = setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }, 'All done.'] });
const inReview = showRun((run, { commit = 'review', letters, focusOnBatch, fold }: Partial<Settings>) => (
  <ApprovalQueue run={run} commit={commit} letters={letters} focusOnBatch={focusOnBatch} fold={fold} />
));

/** Answers are selected on the cards. Nothing is sent yet, and each can be changed. */
export const Review: Story = {
  beforeEach: three,
  render: inReview,
  play: async ({ canvas, loaded, userEvent }) => {
    const { state } = runOf({ loaded });
    const card = (name: string) => within(canvas.getByRole('group', { name }));
    await expect(canvas.getByText('3 still open')).toBeVisible();

    await userEvent.click(card('Clear .env').getByRole('button', { name: 'Approve' }));
    await userEvent.click(card('Delete notes/old.md').getByRole('button', { name: /^Deny/ }));
    await userEvent.keyboard('We still need it{Enter}');

    await expect(await canvas.findByText('1 to approve, 1 to deny, 1 still open')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^Submit/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(state.pending[0]?.items.every((item) => item.state.status === 'waiting')).toBe(true);
  },
};

/** Every call has an answer. One press sends them all, and the run continues. */
export const Submitted: Story = {
  beforeEach: three,
  render: showRun((run) => (
    <>
      <ApprovalQueue run={run} commit="review" />
      <EventFeed run={run} />
    </>
  )),
  play: async ({ canvas, loaded, userEvent }) => {
    const { log, until } = runOf({ loaded });
    await userEvent.click(canvas.getByRole('button', { name: 'Approve the 2 others' }));
    const destructive = within(canvas.getByRole('group', { name: 'Delete notes/old.md' }));
    await userEvent.click(destructive.getByRole('button', { name: /^Deny/ }));
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByText('2 to approve, 1 to deny')).toBeVisible();
    await expect(log).toEqual([]);

    await userEvent.click(canvas.getByRole('button', { name: 'Submit 3 answers' }));
    await until(({ status }) => status === 'idle');

    await expect(log).toEqual(['write .env', 'mail ana@example.com bo@example.com']);
    await expect(canvas.queryByRole('region', { name: /actions need your approval/ })).toBeNull();
    await expect(await canvas.findByRole('row', { name: /agent finished/ })).toBeVisible();
  },
};

/** An answer that was not accepted is open again, and its card says why. The others are decided. */
export const NotTaken: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }] }),
  render: showRun((run) => <ApprovalQueue run={{ ...run, decide: brokenForFirst(run) }} commit="review" />),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve all' }));

    await userEvent.click(await canvas.findByRole('button', { name: 'Submit 2 answers' }));

    await expect(await canvas.findByText('1 answer was not accepted. See the cards.')).toBeVisible();
    const card = within(canvas.getByRole('group', { name: 'Clear .env' }));
    await expect(card.getByText('Your answer was not accepted: the line is down')).toBeVisible();
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Clear .env' })).toHaveFocus());
  },
};

function brokenForFirst(run: UseAgentRunResult): UseAgentRunResult['decide'] {
  return async (id, ...rest) => {
    if (id === 'call-1') throw new Error('the line is down');
    return await run.decide(id, ...rest);
  };
}

/** `?` shows the keyboard shortcuts. */
export const Keys: Story = {
  beforeEach: three,
  render: inReview,
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('heading', { name: 'Clear .env' }).focus();

    await userEvent.keyboard('?');

    const help = await canvas.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(within(help).getByText('Approve a destructive action')).toBeVisible();
  },
};

const end = Date.UTC(2030, 0, 1, 0, 5);
const beforeEnd = { long: () => end - 272_000, short: () => end - 41_000 };

function WithClock({ run, now }: { readonly run: UseAgentRunResult; readonly now: () => number }): ReactElement {
  return (
    <Queue.Root run={run}>
      <Queue.Batches>
        {(batch) => (
          <Batch.Root run={run} batch={batch}>
            <Batch.Header>
              <Batch.Title />
              <Batch.Progress />
              <Batch.Countdown now={now} />
              <Batch.Extend />
            </Batch.Header>
            <Batch.Items />
          </Batch.Root>
        )}
      </Queue.Batches>
    </Queue.Root>
  );
}

/** The remaining time, with a button for more. */
export const Countdown: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }], expiry: { after: 300_000 } }),
  render: showRun((run) => <WithClock run={run} now={beforeEnd.long} />),
  play: async ({ canvas, loaded, userEvent }) => {
    const story = runOf({ loaded });
    await expect(canvas.getByRole('timer')).toHaveTextContent('Expires in 4 min 32 sec');

    await userEvent.click(canvas.getByRole('button', { name: 'Extend by 5 min' }));

    await waitFor(() => expect(story.state.pending[0]?.expiresAt).toBe(end + 300_000));
  },
};

/** In the last minute the countdown stands out by weight and color. */
export const CountdownSoon: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }], expiry: { after: 300_000 } }),
  render: showRun((run) => <WithClock run={run} now={beforeEnd.short} />),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('timer')).toHaveAttribute('data-state', 'soon');
  },
};

function Own({ run, batch }: { readonly run: UseAgentRunResult; readonly batch: PendingBatch }): ReactElement {
  return (
    <Batch.Root run={run} batch={batch}>
      <Batch.Header>
        <Batch.Title>Before I go on</Batch.Title>
        <Batch.Progress />
      </Batch.Header>
      <Batch.Plan />
      <Batch.Items>{(item) => <ApprovalCard run={run} item={item} batch={batch} />}</Batch.Items>
      <Batch.Footer>
        <Batch.DenyAll>None of these…</Batch.DenyAll>
        <Batch.DenyReason />
      </Batch.Footer>
    </Batch.Root>
  );
}

/** The parts in a custom order, with custom labels, and without those that the app does not need. */
export const OwnComposition: Story = {
  beforeEach: three,
  render: showRun((run) => (
    <Queue.Root run={run}>
      <Queue.Batches>{(batch) => <Own run={run} batch={batch} />}</Queue.Batches>
    </Queue.Root>
  )),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: 'Before I go on' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'None of these…' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Approve the/ })).toBeNull();
  },
};

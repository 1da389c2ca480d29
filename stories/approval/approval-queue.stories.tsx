import type { Meta, StoryObj } from '@storybook/react-vite';
import { agentTool, createAgent, type Tool, toolDenied, type UseAgentRunResult } from 'countersign';
import { ApprovalQueue } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { scriptedModel } from 'countersign/testing';
import { expect, waitFor, within } from 'storybook/test';
import { z } from 'zod';
import {
  clearEnv,
  deferAll,
  deleteOld,
  ignoreCaughtErrors,
  invite,
  makeFolder,
  pickLogo,
  releasePlan,
  runOf,
  setUpRun,
  showRun,
  type WorkspaceLog,
  workspaceTools,
} from '../support/index.js';

const meta: Meta<typeof ApprovalQueue> = {
  title: 'Approval/ApprovalQueue',
  component: ApprovalQueue,
  args: { commit: 'each', letters: 'on', focusOnBatch: 'never', fold: 'long' },
  render: showRun((run, args) => <ApprovalQueue {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof ApprovalQueue>;

/** Three calls of one response. Each is decided separately, and nothing runs before the last answer. */
export const ThreeCalls: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }, 'All done.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { log } = runOf({ loaded });
    await expect(canvas.getByRole('heading', { name: '3 actions need your approval' })).toBeVisible();
    await expect(canvas.getByText('0 of 3 decided')).toBeVisible();

    const card = within(canvas.getByRole('group', { name: 'Clear .env' }));
    await userEvent.click(card.getByRole('button', { name: 'Approve' }));

    await expect(await canvas.findByText('1 of 3 decided')).toBeVisible();
    await expect(log).toEqual([]);
  },
};

/** With one call there is no footer, because it would repeat the buttons of the card. */
export const OneCall: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv] }, 'Cleared.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const story = runOf({ loaded });
    await expect(canvas.getByRole('heading', { name: '1 action needs your approval' })).toBeVisible();
    await expect(canvas.getByText('Asked because this is protected.')).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Back' }));

    await expect(canvas.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(story.log).toEqual([]);
    await expect(story.state.status).toBe('waiting');
  },
};

/** The only call is answered, and is sent after a delay. Until then one button takes the answer back. */
export const UnsentSingle: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [clearEnv] }, 'Done.'],
    sendDelay: 8_000,
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await until(({ pending }) => pending[0]?.sendsAt !== undefined);
    },
  }),
  play: async ({ canvas, loaded }) => {
    await expect(await canvas.findByRole('button', { name: /^Undo/ })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Change' })).toBeNull();
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/**
 * All calls are answered, and the batch is sent after a delay. Until then each answer can be changed, or all
 * can be sent now.
 */
export const Unsent: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [clearEnv, deleteOld] }, 'Done.'],
    sendDelay: 8_000,
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', toolDenied('They are still read.'));
      await until(({ pending }) => pending[0]?.sendsAt !== undefined);
    },
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { log, state } = runOf({ loaded });
    await expect(await canvas.findByRole('button', { name: /^Send now/ })).toBeVisible();
    const [first] = canvas.getAllByRole('button', { name: 'Change' });
    if (first === undefined) throw new Error('Both answers should be open to a change.');

    await userEvent.hover(first);

    await expect(state.pending).toHaveLength(1);
    await expect(log).toEqual([]);
  },
};

/** Both calls were left open for later. A bar reopens the same cards in the same conversation. */
export const LeftOpen: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld] }, 'All done.'], prepare: deferAll }),
  play: async ({ canvas, loaded }) => {
    const story = runOf({ loaded });
    const bar = within(await canvas.findByRole('region', { name: '2 actions left open' }));
    await expect(bar.getByRole('button', { name: 'Answer' })).toBeVisible();
    await expect(story.log).toEqual([]);
  },
};

/** Reopened, with the focus on the card. */
export const OpenedAgain: Story = {
  ...LeftOpen,
  play: async ({ canvas, loaded, userEvent }) => {
    const story = runOf({ loaded });
    const bar = within(await canvas.findByRole('region', { name: '2 actions left open' }));
    await userEvent.click(bar.getByRole('button', { name: 'Answer' }));
    await story.until(({ pending }) => pending.length > 0);

    await expect(await canvas.findByRole('group', { name: 'Clear .env' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: '2 actions need your approval' })).toHaveFocus();
    await expect(story.log).toEqual([]);
  },
};

/** Discarding calls that were left open asks for confirmation, and the harmless answer comes first. */
export const GivingUp: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld] }, 'All done.'], prepare: deferAll }),
  play: async ({ canvas, loaded, userEvent }) => {
    const story = runOf({ loaded });
    const bar = within(await canvas.findByRole('region', { name: '2 actions left open' }));

    await userEvent.click(bar.getByRole('button', { name: 'Discard…' }));

    await expect(bar.getByRole('button', { name: 'Keep open' })).toHaveFocus();
    await expect(story.state.status).toBe('deferred');
  },
};

/** On a destructive call “Deny” comes first, “Approve” is not filled, and no single key approves. */
export const Destructive: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deleteOld] }, 'Kept.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { log } = runOf({ loaded });
    const card = canvas.getByRole('group', { name: 'Delete notes/old.md' });
    const names = [...card.querySelectorAll<HTMLElement>('[data-cs="actions"] > button')].map(
      (button) => button.dataset.action,
    );
    await expect(names[0]).toBe('deny');

    within(card).getByRole('heading').focus();
    await userEvent.keyboard('a');

    await expect(card).toHaveAttribute('data-open', '');
    await expect(log).toEqual([]);
  },
};

/** A question beside an approval: the title says how many of each there are. */
export const ExternalBesideApprovals: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [deleteOld, pickLogo] }, 'Thanks.'],
    clientTools: {
      pick_file: {
        render: ({ submit }) => (
          <button type="button" onClick={() => void submit({ name: 'logo.svg' })}>
            Take logo.svg
          </button>
        ),
      },
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(
      canvas.getByRole('heading', { name: '1 action needs your approval, 1 needs your answer' }),
    ).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Take logo.svg' }));

    await expect(await canvas.findByText('1 of 2 decided')).toBeVisible();
    await expect(canvas.getByRole('group', { name: 'Pick a file from your computer' })).toHaveAttribute(
      'data-state',
      'decided',
    );
  },
};

const longText = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}: the quick brown fox jumps over it.`).join(
  '\n',
);

/** Long text is collapsed, so that the buttons stay on screen. */
export const LongInput: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ toolName: 'write_file', input: { path: 'package.json', content: longText } }] }],
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByText(/^Line 1:[^"]*Line 60:/)).toBeNull();

    await userEvent.click(canvas.getByRole('button', { name: 'Show all 60 lines' }));

    await expect(canvas.getByText(/^Line 1:[^"]*Line 60:/)).toBeVisible();
  },
};

function toolsWithCleaner(log: WorkspaceLog): Readonly<Record<string, Tool>> {
  const model = scriptedModel([{ calls: [{ ...deleteOld, toolCallId: 'inner-1' }] }, 'Cleaned.']);
  const cleaner = createAgent({ name: 'cleaner', model, tools: workspaceTools(log) });
  return {
    clean: agentTool(cleaner, {
      description: 'Cleans up',
      inputSchema: z.object({ folder: z.string() }),
      prompt: ({ folder }) => `Clean ${folder}`,
    }),
  };
}

/** A call of a sub-agent: the card names the agents. */
export const AgentPath: Story = {
  beforeEach: setUpRun({
    tools: toolsWithCleaner,
    turns: [{ calls: [{ toolName: 'clean', input: { folder: 'notes' } }] }, 'Clean.'],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Requested by workspace › cleaner.')).toBeVisible();
  },
};

/** A batch with a deadline shows the remaining time. */
export const WithExpiry: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }, 'Nobody was there.'], expiry: { after: 5 * 60_000 } }),
  play: async ({ canvas, canvasElement, loaded }) => {
    const { clock, log } = runOf({ loaded });
    await expect(canvasElement.querySelector('[data-cs="batch-expiry"]')).toBeVisible();

    await clock.advance(4 * 60_000);

    await expect(canvas.getByRole('heading', { name: '2 actions need your approval' })).toBeVisible();
    await expect(log).toEqual([]);
  },
};

/**
 * One press approves everything that is not destructive. The remaining calls are named next to the button, and
 * each needs its own approval.
 */
export const ApproveTheOthers: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }, 'All done.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { log } = runOf({ loaded });
    await expect(canvas.getByText(/^To decide one by one: .“Delete notes\/old.md”.\.$/)).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Approve the 2 others' }));

    await expect(await canvas.findByText('2 of 3 decided')).toBeVisible();
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Delete notes/old.md' })).toHaveFocus());
    await expect(log).toEqual([]);
  },
};

/** Low-risk calls can be approved together. */
export const ApproveLowRisk: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [makeFolder('notes/2030'), makeFolder('drafts'), invite] }, 'Done.'] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve the 2 low-risk ones' }));

    await expect(await canvas.findByText('2 of 3 decided')).toBeVisible();
  },
};

/** One reason for all denied calls, which the model reads for each. */
export const DenyAll: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }, 'Fine, I leave them.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { state } = runOf({ loaded });
    await userEvent.click(canvas.getByRole('button', { name: 'Deny all…' }));

    await userEvent.keyboard('Not before the release');

    const field = canvas.getByRole('textbox', { name: 'Why none of them? The model reads this for each action.' });
    await expect(field).toHaveValue('Not before the release');
    await expect(field).toHaveFocus();
    await expect(state.status).toBe('waiting');
  },
};

/** One answer came too late. The summary counts it, and its card says why. */
export const NotAllTaken: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }] }),
  render: showRun((run, args) => <ApprovalQueue {...args} run={{ ...run, decide: lateForFirst(run) }} />),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve all' }));

    await expect(await canvas.findByText('1 answer was not accepted. See the cards.')).toBeVisible();
  },
};

function lateForFirst(run: UseAgentRunResult): UseAgentRunResult['decide'] {
  return async (id, ...rest) =>
    id === 'call-1' ? { status: 'late', reason: 'answered' } : await run.decide(id, ...rest);
}

/** The app's card failed for one call, so the default card replaces it. The other calls use the app's card. */
export const OwnCardFails: Story = {
  parameters: ignoreCaughtErrors,
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld] }, 'Done.'] }),
  render: showRun((run, args) => <ApprovalQueue {...args} run={run} card={OwnCard} />),
  play: async ({ canvas, loaded, userEvent }) => {
    await expect(canvas.getByText('My card: Clear .env')).toBeVisible();
    await expect(canvas.getByText(/^The card of this action failed/)).toBeVisible();

    const card = within(canvas.getByRole('group', { name: /old\.md/ }));
    await expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Deny…' }));
    await expect(card.getByRole('textbox')).toHaveFocus();
    await userEvent.click(card.getByRole('button', { name: 'Back' }));

    await expect(runOf({ loaded }).state.status).toBe('waiting');
  },
};

function OwnCard({ item }: ApprovalQueue.CardProps) {
  if (item.call.toolName === 'delete_file') throw new Error('This app has no picture of a file.');
  return <p style={{ margin: 0, padding: '14px 16px' }}>My card: {item.call.title}</p>;
}

const six = [makeFolder('drafts'), clearEnv, deleteOld, pickLogo, invite, makeFolder('notes/2030')];

/** From four calls on, one is open and the others are lines with verb, object and risk. */
export const SixCalls: Story = {
  beforeEach: setUpRun({ turns: [{ calls: six }, 'All done.'] }),
  play: async ({ canvas, userEvent }) => {
    await expect(
      canvas.getByRole('heading', { name: '5 actions need your approval, 1 needs your answer' }),
    ).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Clear .env medium risk' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );

    await userEvent.click(canvas.getByRole('button', { name: 'Delete notes/old.md destructive' }));

    await expect(canvas.getByRole('heading', { name: 'Delete notes/old.md' })).toHaveFocus();
    await expect(canvas.getByRole('button', { name: 'Create the folder drafts low risk' })).toBeVisible();
  },
};

/**
 * Approving several calls first opens a review of them with their inputs. The approval counts after all of it
 * was on screen.
 */
export const YesToSeveral: Story = {
  beforeEach: setUpRun({ turns: [{ calls: six }, 'All done.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve 2 of low risk…' }));

    await expect(canvas.getByRole('group', { name: 'Create the folder drafts' })).toBeVisible();
    await expect(canvas.getByRole('group', { name: 'Create the folder notes/2030' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Approve these 2' })).toBeVisible();
    await expect(canvas.getAllByText('path')).toHaveLength(2);
    await expect(runOf({ loaded }).state.pending[0]?.items.every(({ state }) => state.status === 'waiting')).toBe(true);
  },
};

/** Six calls at 320 px: the details of a line are below it. */
export const SixCallsNarrow: Story = {
  ...SixCalls,
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: 'Clear .env medium risk' })).toBeVisible();
    const queue = canvasElement.querySelector('[data-cs="approval-queue"]');
    await expect(queue?.scrollWidth).toBe(queue?.clientWidth);
  },
};

/** Every call as a card, for any number of calls. */
export const NeverFolded: Story = {
  beforeEach: setUpRun({ turns: [{ calls: six }, 'All done.'] }),
  args: { fold: 'never' },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: 'Deny…' })).toHaveLength(5);
    await expect(canvas.getByRole('button', { name: 'Approve the 4 others' })).toBeVisible();
  },
};

/** Twelve calls of one response, two of them decided. They read as a plan, and the heading stays in view. */
export const TwelveCalls: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: releasePlan }, 'Released.'],
    prepare: async ({ conversation }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-3', false);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(
      canvas.getByRole('heading', { name: '11 actions need your approval, 1 needs your answer' }),
    ).toBeVisible();
    await expect(canvas.getByText('2 of 12 decided')).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Create the folder release/notes' })).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: /^Send “Release” high risk/ }));

    await expect(canvas.getByRole('heading', { name: 'Send “Release”' })).toHaveFocus();
  },
};

/** At 320 px nothing is cut off, and nothing scrolls sideways. */
export const Narrow: Story = {
  ...ThreeCalls,
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: '3 actions need your approval' })).toBeVisible();
    const queue = canvasElement.querySelector('[data-cs="approval-queue"]');
    await expect(queue?.scrollWidth).toBe(queue?.clientWidth);
  },
};

/** Right to left. */
export const RightToLeft: Story = {
  ...ThreeCalls,
  globals: { language: 'ar' },
  play: async ({ canvas }) => {
    const title = canvas.getByRole('heading', { name: /بانتظار موافقتك$/ });
    const help = canvas.getByRole('button', { name: arabicStrings.batch.help });
    await expect(title.getBoundingClientRect().left).toBeGreaterThan(help.getBoundingClientRect().left);
  },
};

/** Nothing is waiting: only the live region is rendered. */
export const Empty: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('region')).toBeNull();
  },
};

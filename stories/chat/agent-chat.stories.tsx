import type { Meta, StoryObj } from '@storybook/react-vite';
import { toolDenied } from 'countersign';
import { AgentChat, EventFeed } from 'countersign/components';
import { expect, within } from 'storybook/test';
import { clearEnv, deferAll, deleteOld, invite, readPlan, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof AgentChat> = {
  title: 'Chat/AgentChat',
  component: AgentChat,
  parameters: { fills: true },
  args: { title: 'Workspace' },
  render: showRun((run, args) => <AgentChat {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof AgentChat>;

/** The model is writing. */
export const Streaming: Story = {
  beforeEach: setUpRun({
    turns: [
      { pace: 50, text: 'I have looked at the plan, and this is what I would do about each of its points first.' },
    ],
    until: 250,
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Working')).toBeVisible();
    await expect(canvas.getByText(/^I have looked/)).not.toHaveTextContent('first.');
  },
};

/** A batch at the end of the thread. Messages are queued meanwhile, and typing never answers a card. */
export const Waiting: Story = {
  beforeEach: setUpRun({ turns: [{ text: 'Two changes need you.', calls: [clearEnv, deleteOld] }, 'Done.', 'Noted.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    await expect(await canvas.findByRole('heading', { name: '2 actions need your approval' })).toBeVisible();

    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'and add a licence{Enter}');

    await expect(runOf({ loaded }).state.queued).toEqual(['and add a licence']);
    await expect(canvas.getByText(/and add a licence/)).toBeVisible();
  },
};

/** A message to the active run. It is sent with the answers, and the chat shows it where the model read it. */
export const Steering: Story = {
  beforeEach: setUpRun({ turns: [{ text: 'I clear the file first.', calls: [clearEnv] }, 'With a licence, then.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { conversation, until } = runOf({ loaded });
    await until(({ pending }) => pending.length > 0);
    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'Add a licence, too.{Enter}');

    await userEvent.click(canvas.getByRole('button', { name: 'Send now' }));
    await expect(canvas.getByText('“Add a licence, too.” is sent with your answers.')).toBeVisible();
    await conversation.decide('call-1', true);
    await until(({ status }) => status === 'idle');

    const sent = within(canvas.getByRole('group', { name: 'You' }));
    await expect(sent.getByText('Add a licence, too.')).toBeVisible();
  },
};

/**
 * Both calls were left open for later, and the user writes a message. The first press says what that would end,
 * the second sends.
 */
export const EndingWhatWasLeft: Story = {
  beforeEach: setUpRun({
    turns: [{ text: 'Two changes need you.', calls: [clearEnv, deleteOld] }, 'It is noon.'],
    prepare: deferAll,
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    const { model } = runOf({ loaded });
    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'What is the time?{Enter}');

    await expect(canvas.getByText(/^2 actions are left open\. Send again to end them/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send and discard them' })).toBeVisible();
    await expect(model.requests).toHaveLength(1);
  },
};

/** Decided calls stay in the thread as a record: who decided what, and the result. */
export const Decided: Story = {
  beforeEach: setUpRun({
    turns: [{ text: 'Three changes.', calls: [clearEnv, deleteOld, invite] }, 'The old notes are kept.'],
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', toolDenied('I still need it.'));
      await conversation.decide('call-3', true);
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas, canvasElement, loaded }) => {
    await expect(within(canvas.getByRole('log')).getByText('The old notes are kept.')).toBeVisible();
    const phases = [...canvasElement.querySelectorAll<HTMLElement>('[data-cs="call"]')];
    await expect(phases.map((call) => call.dataset.phase)).toEqual(['returned', 'denied', 'returned']);
    await expect(runOf({ loaded }).log).toEqual(['write .env', 'mail ana@example.com bo@example.com']);
  },
};

/** Nobody answered in time. The model is informed, and nothing has run. */
export const Expired: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [deleteOld] }, 'Nobody was there, so I left it.'],
    expiry: { after: 60_000 },
    prepare: ({ clock }) => clock.advance(60_000),
  }),
  play: async ({ canvas, canvasElement, loaded }) => {
    await expect(within(canvas.getByRole('log')).getByText(/^Nobody was there/)).toBeVisible();
    await expect(canvasElement.querySelector('[data-cs="call"]')).toHaveAttribute('data-phase', 'expired');
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** The run failed, and the message explains why. */
export const Failed: Story = {
  beforeEach: setUpRun({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/No such model/)).toHaveAttribute('role', 'alert');
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/**
 * The provider refused the request because of its content. The chat names that content and offers to continue
 * without it.
 */
export const Refused: Story = {
  beforeEach: setUpRun({
    say: 'Describe the attached scan of the contract, and list what changed since the version of March.',
    turns: [{ fails: 'messages: the image exceeds the maximum of 8000 pixels', status: 400 }],
    until: 'failed',
  }),
  play: async ({ canvas }) => {
    const offer = await canvas.findByRole('group', {
      name: /does not say what it did not accept.*Describe the attached scan/,
    });
    await expect(within(offer).getByRole('button', { name: 'Remove this message and continue' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
};

/** The model reached its length limit. The answer says so and offers to continue. */
export const CutOff: Story = {
  beforeEach: setUpRun({
    turns: [{ text: 'The plan has three parts. First, the drafts are', finishReason: 'length' }],
    until: 'failed',
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Cut off at the length limit/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeVisible();
  },
};

/**
 * A whole run next to its events, live: it streams, requests approvals, receives an edit, an approval and a
 * denial, continues, and lets a deadline pass. Watch it play.
 */
export const WholeRun: Story = {
  args: { title: 'Workspace' },
  render: showRun((run, args) => <AgentChat {...args} run={run} aside={<EventFeed run={run} />} />),
  beforeEach: setUpRun({
    pace: 'live',
    expiry: { after: 120_000 },
    say: null,
    turns: [
      {
        after: 600,
        pace: 40,
        reasoning: 'The plan first, then the changes.',
        text: 'I read the plan first.',
        calls: [readPlan],
      },
      {
        after: 900,
        pace: 40,
        text: 'Three changes need your decision.',
        calls: [clearEnv, deleteOld, invite],
      },
      {
        after: 700,
        pace: 40,
        text: 'The environment file is cleared and the invitation is sent. The old notes stay, as you said. May the archive go?',
        calls: [{ toolName: 'delete_file', input: { path: 'notes/archive.md' } }],
      },
      { after: 400, pace: 40, text: 'Nobody was there. The archive stays until you are back.' },
    ],
  }),
  play: async ({ canvas, canvasElement, loaded, userEvent, step }) => {
    const { clock, log, until } = runOf({ loaded });
    const card = (name: string) => within(canvas.getByRole('group', { name }));

    await step('The user asks', async () => {
      await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'Tidy up, then invite everybody{Enter}');
    });
    await step('The model streams and reads', async () => {
      await until((state) => state.status === 'waiting');
      await expect(await canvas.findByRole('heading', { name: '3 actions need your approval' })).toBeVisible();
      await expect(log).toEqual(['read notes/plan.md']);
    });
    await step('One call is edited', async () => {
      // The title of the card follows the edit.
      const invitation = card('Send “Friday”');
      await userEvent.click(invitation.getByRole('button', { name: 'Edit' }));
      const field = await invitation.findByRole('textbox', { name: /subject/i });
      await userEvent.clear(field);
      await userEvent.type(field, 'Friday at nine');
      await userEvent.click(invitation.getByRole('button', { name: 'Approve with edits' }));
      await expect(await canvas.findByText('1 of 3 decided')).toBeVisible();
    });
    await step('One is denied, with a reason', async () => {
      await userEvent.click(card('Delete notes/old.md').getByRole('button', { name: 'Deny…' }));
      await userEvent.type(card('Delete notes/old.md').getByRole('textbox'), 'I still need it.');
      await userEvent.click(card('Delete notes/old.md').getByRole('button', { name: 'Deny with this reason' }));
      await expect(await canvas.findByText('2 of 3 decided')).toBeVisible();
      await expect(log).toEqual(['read notes/plan.md']);
    });
    await step('One is approved, and the run continues', async () => {
      await userEvent.click(card('Clear .env').getByRole('button', { name: 'Approve' }));
      await until((state) => state.pending.some(({ items }) => items.length === 1));
      await expect(log).toEqual(['read notes/plan.md', 'write .env', 'mail ana@example.com bo@example.com']);
    });
    await step('Nobody answers the last call in time', async () => {
      await expect(await canvas.findByRole('group', { name: 'Delete notes/archive.md' })).toBeVisible();
      await clock.advance(120_000);
      await until((state) => state.status === 'idle');
      await expect(
        await within(canvas.getByRole('log')).findByText(/The archive stays until you are back\.$/),
      ).toBeVisible();
      const phases = [...canvasElement.querySelectorAll<HTMLElement>('[data-cs="call"]')];
      await expect(phases.map((call) => call.dataset.phase)).toEqual([
        'returned',
        'returned',
        'denied',
        'returned',
        'expired',
      ]);
    });
  },
};

/** Before the first message. */
export const Empty: Story = {
  args: { emptyState: <p>Ask for something that has to be done with your files.</p> },
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Ask for something/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  },
};

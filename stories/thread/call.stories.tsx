import type { Meta, StoryObj } from '@storybook/react-vite';
import { Chat } from 'countersign/components';
import { expect } from 'storybook/test';
import { given, showRun } from '../support/index.js';

/** What a call's record says, as messages carry it. */
interface CallArgs {
  readonly phase: string;
  readonly title?: string;
  readonly message?: string;
  readonly progress?: unknown;
  readonly edited?: unknown;
  /** Its yes was sent to a server that has not said anything since. */
  readonly sent?: boolean;
  /** What its server ran in place of the input that was approved. */
  readonly ranAs?: unknown;
  readonly by?: unknown;
  /** What came back. */
  readonly output?: unknown;
}

const meta: Meta<CallArgs> = {
  title: 'Thread/Call',
  beforeEach: given({ say: null }),
  render: showRun((run, { output, title = 'Clear .env', ...record }: CallArgs) => {
    const call = {
      type: 'dynamic-tool',
      toolName: 'write_file',
      toolCallId: 'c',
      input: { path: '.env', content: '' },
    };
    const end = output === undefined ? { state: 'input-available' } : { state: 'output-available', output };
    const part = { ...call, ...end, toolMetadata: { countersign: { title, ...record } } };
    return (
      <Chat.Root run={run}>
        <Chat.Call part={part as Parameters<typeof Chat.Call>[0]['part']} />
      </Chat.Root>
    );
  }),
};
export default meta;

type Story = StoryObj<CallArgs>;

/** The line of the call, which is in the phase that the story says. */
function line(canvasElement: HTMLElement, { phase }: CallArgs): HTMLElement | null {
  return canvasElement.querySelector<HTMLElement>(`[data-cs="call"][data-phase="${phase}"] > summary`);
}

/** The model still writes the input. */
export const Writing: Story = {
  args: { phase: 'writing', title: 'Write file' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Write file being written');
  },
};

/** Proposed, and not begun. */
export const Called: Story = {
  args: { phase: 'called' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env called');
  },
};

/** Somebody has to answer. On a page with a queue it stands there instead. */
export const Waiting: Story = {
  args: { phase: 'waiting' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env waits for an answer');
  },
};

/** Its yes was sent to the server that runs it. Whether it runs is not known here before the server says something. */
export const Sent: Story = {
  args: { phase: 'running', sent: true, by: { type: 'person', name: 'Ana' } },
  play: async ({ canvas, canvasElement }) => {
    const sent = line(canvasElement, { phase: 'sent' });

    await expect(sent).toHaveTextContent('Clear .env approved, sent to the server that runs it Ana');
    await expect(canvas.queryByRole('progressbar')).toBeNull();
  },
};

/** It runs and says how far it is. */
export const Running: Story = {
  args: { phase: 'running', progress: { loaded: 3.1, total: 5, message: '3.1 of 5 MB' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Progress of Clear .env' })).toHaveAttribute('value', '0.62');
    await expect(canvas.getByText('3.1 of 5 MB')).toBeVisible();
  },
};

/** It runs, and nobody knows for how long. */
export const RunningWithoutEnd: Story = {
  args: { phase: 'running', progress: 'Looking through the archive' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).not.toHaveAttribute('value');
  },
};

/** Done. What came back unfolds. */
export const Returned: Story = {
  args: { phase: 'returned', output: { written: 0, path: '.env' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('done'));

    await expect(canvas.getByText('Result')).toBeVisible();
    await expect(canvas.getByText(/"written": 0/)).toBeVisible();
  },
};

/** A person changed the input first: what ran and what the model wrote are both kept. */
export const ReturnedWithEdits: Story = {
  args: { phase: 'returned', output: 'ok', edited: { path: '.env', content: 'DEBUG=0' }, by: { type: 'person' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('done, with edits'));

    await expect(canvas.getByText('Input, as edited')).toBeVisible();
    await expect(canvas.getByText('Input, as the model wrote it')).toBeVisible();
    await expect(canvas.getByText('DEBUG=0')).toBeVisible();
  },
};

/**
 * The server says that it ran something else than was approved: that is said without being asked, and both inputs
 * unfold.
 */
export const RanOtherwise: Story = {
  args: { phase: 'returned', output: 'ok', ranAs: { path: '/', content: '' }, by: { type: 'person', name: 'Ana' } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/the server ran it with another input/)).toBeVisible();

    await userEvent.click(canvas.getByText('done'));

    await expect(canvas.getByText('Input, as the server ran it')).toBeVisible();
  },
};

/** A rule said yes, and is named. */
export const Allowed: Story = {
  args: { phase: 'returned', output: 'ok', by: { type: 'rule', policy: 'usual', rule: 'drafts' } },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('policy usual, rule drafts');
  },
};

/** It threw. */
export const Failed: Story = {
  args: { phase: 'failed', message: 'The disk is full.' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env failed: The disk is full.');
  },
};

/** The model was told what was wrong, and writes the call anew. */
export const Retry: Story = {
  args: { phase: 'retry', message: 'content: expected a text' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('sent back to be corrected: content: expected a text');
  },
};

/** A person said no, and why. */
export const Denied: Story = {
  args: { phase: 'denied', message: 'I still need it.', by: { type: 'person', name: 'Ana' } },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('denied: I still need it. Ana');
  },
};

/** A rule said no. */
export const Blocked: Story = {
  args: {
    phase: 'blocked',
    message: 'Not allowed: secrets stay here.',
    by: { type: 'rule', policy: 'usual', rule: 'secrets' },
  },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('blocked by a policy: Not allowed: secrets stay here.');
  },
};

/** Nobody answered in time. */
export const Expired: Story = {
  args: { phase: 'expired', by: { type: 'expiry' } },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('nobody answered in time');
  },
};

/** The run was stopped. */
export const Cancelled: Story = {
  args: { phase: 'cancelled' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env cancelled');
  },
};

/** A final answer came first. */
export const Skipped: Story = {
  args: { phase: 'skipped' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('skipped, a final answer came first');
  },
};

/** The history breaks off. */
export const Interrupted: Story = {
  args: { phase: 'interrupted' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('interrupted, no result');
  },
};

/** A crash in the middle of a side effect: it says so, and is never run again by itself. */
export const Unknown: Story = {
  args: { phase: 'unknown' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('unknown whether it took effect');
  },
};

/** Right to left, with a title that is not. */
export const RightToLeft: Story = {
  args: { phase: 'denied', message: 'I still need it.', by: { type: 'person', name: 'Ana' } },
  globals: { language: 'ar' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('مرفوض: I still need it.');
  },
};

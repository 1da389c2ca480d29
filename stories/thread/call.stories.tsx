import type { Meta, StoryObj } from '@storybook/react-vite';
import { Chat } from 'countersign/components';
import { expect } from 'storybook/test';
import { setUpRun, showRun } from '../support/index.js';

/** The record of a call, as messages contain it. */
interface CallArgs {
  readonly phase: string;
  readonly title?: string;
  readonly message?: string;
  readonly progress?: unknown;
  readonly edited?: unknown;
  /** Its approval was sent to a server that has not responded since. */
  readonly sent?: boolean;
  /** The input that the server ran in place of the approved one. */
  readonly ranAs?: unknown;
  readonly by?: unknown;
  /** The time when its execution began, in milliseconds since 1970. */
  readonly startedAt?: number;
  /** The duration of its execution in milliseconds. */
  readonly duration?: number;
  /** The tool's output. */
  readonly output?: unknown;
}

const meta: Meta<CallArgs> = {
  title: 'Thread/Call',
  beforeEach: setUpRun({ say: null }),
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

/** Returns the line of the call, after a check that it shows the story's phase. */
function line(canvasElement: HTMLElement, { phase }: CallArgs): HTMLElement | null {
  return canvasElement.querySelector<HTMLElement>(`[data-cs="call"][data-phase="${phase}"] > summary`);
}

/** The model is still writing the input. */
export const Writing: Story = {
  args: { phase: 'writing', title: 'Write file' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Write file being written');
  },
};

/** The call is complete, and has not started. */
export const Called: Story = {
  args: { phase: 'called' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env called');
  },
};

/** The call requires an answer. On a page with a queue, the queue shows it instead. */
export const Waiting: Story = {
  args: { phase: 'waiting' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env waits for an answer');
  },
};

/** The approval was sent to the server that runs the call. Nothing more is known until the server responds. */
export const Sent: Story = {
  args: { phase: 'running', sent: true, by: { type: 'person', name: 'Ana' } },
  play: async ({ canvas, canvasElement }) => {
    const sent = line(canvasElement, { phase: 'sent' });

    await expect(sent).toHaveTextContent('Clear .env approved, sent to the server that runs it Ana');
    await expect(canvas.queryByRole('progressbar')).toBeNull();
  },
};

/** Running, with its progress. */
export const Running: Story = {
  args: { phase: 'running', progress: { loaded: 3.1, total: 5, message: '3.1 of 5 MB' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Progress of Clear .env' })).toHaveAttribute('value', '0.62');
    await expect(canvas.getByText('3.1 of 5 MB')).toBeVisible();
  },
};

/** Running, with unknown progress. */
export const RunningWithoutEnd: Story = {
  args: { phase: 'running', progress: 'Looking through the archive' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).not.toHaveAttribute('value');
  },
};

/** Done. The line expands to show the output. */
export const Returned: Story = {
  args: { phase: 'returned', output: { written: 0, path: '.env' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('done'));

    await expect(canvas.getByText('Result')).toBeVisible();
    await expect(canvas.getByText(/"written": 0/)).toBeVisible();
  },
};

/** A short result is on the line, with the duration. */
export const ReturnedWithResult: Story = {
  args: { phase: 'returned', title: 'Search for “greet”', output: '4 matches in 2 files', duration: 3250 },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Search for “greet” done 4 matches in 2 files3.2s');
  },
};

/** A long result is on the line by its size. */
export const ReturnedWithLines: Story = {
  args: { phase: 'returned', title: 'Read notes/todo.md', output: '- milk\n- eggs\n- tea', duration: 120 },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('3 lines0.1s');
  },
};

/** A user edited the input. Both the input that ran and the model's input are available. */
export const ReturnedWithEdits: Story = {
  args: { phase: 'returned', output: 'ok', edited: { path: '.env', content: 'DEBUG=0' }, by: { type: 'person' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('done, with edits'));

    await expect(canvas.getByText('Input, as edited')).toBeVisible();
    await expect(canvas.getByText('Input, as the model wrote it')).toBeVisible();
    await expect(canvas.getByText('DEBUG=0')).toBeVisible();
  },
};

/** The server ran a different input than the approved one. The line says so, and expands to show both. */
export const RanOtherwise: Story = {
  args: { phase: 'returned', output: 'ok', ranAs: { path: '/', content: '' }, by: { type: 'person', name: 'Ana' } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/the server ran it with another input/)).toBeVisible();

    await userEvent.click(canvas.getByText('done'));

    await expect(canvas.getByText('Input, as the server ran it')).toBeVisible();
  },
};

/** A policy rule allowed the call. The line names the rule. */
export const Allowed: Story = {
  args: { phase: 'returned', output: 'ok', by: { type: 'rule', policy: 'usual', rule: 'drafts' } },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('policy usual, rule drafts');
  },
};

/** The tool threw an error. */
export const Failed: Story = {
  args: { phase: 'failed', message: 'The disk is full.' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('Clear .env failed: The disk is full.');
  },
};

/** The input was invalid. The model received the error and is writing the call again. */
export const Retry: Story = {
  args: { phase: 'retry', message: 'content: expected a text' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('sent back to be corrected: content: expected a text');
  },
};

/** A user denied the call and gave a reason. */
export const Denied: Story = {
  args: { phase: 'denied', message: 'I still need it.', by: { type: 'person', name: 'Ana' } },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('denied: I still need it. Ana');
  },
};

/** A policy rule blocked the call. */
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

/** Skipped, because the model's final output came first. */
export const Skipped: Story = {
  args: { phase: 'skipped' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('skipped, a final answer came first');
  },
};

/** The history ends before the call did. */
export const Interrupted: Story = {
  args: { phase: 'interrupted' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('interrupted, no result');
  },
};

/** A crash interrupted a side effect. The line says so, and the call is never repeated automatically. */
export const Unknown: Story = {
  args: { phase: 'unknown' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('unknown whether it took effect');
  },
};

/** Right to left, with a left-to-right title. */
export const RightToLeft: Story = {
  args: { phase: 'denied', message: 'I still need it.', by: { type: 'person', name: 'Ana' } },
  globals: { language: 'ar' },
  play: async ({ canvasElement, args }) => {
    await expect(line(canvasElement, args)).toHaveTextContent('مرفوض: I still need it.');
  },
};

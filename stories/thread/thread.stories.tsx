import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { UIMessage } from 'ai';
import { AgentChat, Chat, Thread } from 'countersign/components';
import { expect, waitFor, within } from 'storybook/test';
import { partsOf, readPlan, runOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof Thread> = {
  title: 'Thread/Thread',
  component: Thread,
  subcomponents: partsOf('Chat', Chat),
  parameters: { fills: true },
  render: showRun((run, args) => <Thread {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof Thread>;

/** Without a renderer of the app, text is shown as it is. A model's markup is always text. */
export const Plain: Story = {
  beforeEach: setUpRun({ turns: ['First line\nSecond line, <b>not bold</b>'], until: 'idle' }),
  play: async ({ canvas }) => {
    await expect(within(canvas.getByRole('log')).getByText(/<b>not bold<\/b>/)).toBeVisible();
  },
};

/** A renderer of the app, which supports paragraphs and code. */
export const Rendered: Story = {
  args: {
    renderText: (text) => text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part)),
  },
  beforeEach: setUpRun({ turns: ['I looked into `notes/plan.md`, as you asked.'], until: 'idle' }),
  play: async ({ canvas }) => {
    const code = within(canvas.getByRole('log')).getByText('notes/plan.md');
    await expect(code.localName).toBe('code');
  },
};

/** The model's reasoning, collapsed. */
export const Reasoning: Story = {
  beforeEach: setUpRun({ turns: [{ reasoning: 'The plan first.', text: 'The plan is short.' }], until: 'idle' }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Reasoning'));

    await expect(canvas.getByText('The plan first.')).toBeVisible();
  },
};

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGNkYPjPgBsw4ZEbwdIAQM8BD5V9iQcAAAAASUVORK5CYII=';

const withFiles: UIMessage = {
  id: 'files',
  role: 'assistant',
  parts: [
    { type: 'text', text: 'Here is the chart, and what it rests on.' },
    { type: 'file', mediaType: 'image/png', filename: 'chart.png', url: picture },
    { type: 'file', mediaType: 'application/pdf', filename: 'report.pdf', url: 'data:application/pdf;base64,JVBERi0=' },
    { type: 'source-url', sourceId: 's1', title: 'Census 2021', url: 'https://example.com/census' },
    { type: 'source-document', sourceId: 's2', mediaType: 'text/csv', title: 'Figures', filename: 'figures.csv' },
  ],
};

/** Files show their names and can be saved, embedded images are displayed, and sources show their hosts. */
export const FilesAndSources: Story = {
  render: showRun((run) => (
    <Chat.Root run={run}>
      <Chat.Message message={withFiles} />
    </Chat.Root>
  )),
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'chart.png' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'report.pdf' })).toHaveAttribute('download', 'report.pdf');
    await expect(canvas.getByText('example.com')).toBeVisible();
  },
};

/**
 * The last message is edited in place. Sending it again replaces everything after it, and a note says how many
 * calls have already run.
 */
export const EditingAMessage: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [readPlan] }, 'The plan is short.', 'The plan has two points.'],
    until: 'idle',
  }),
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }));
    await expect(canvas.getByText(/1 action of this answer has run already/)).toBeVisible();
    await userEvent.keyboard(', and count the points');

    await userEvent.click(canvas.getByRole('button', { name: 'Send again' }));
    await runOf({ loaded }).until((state) => state.status === 'idle' && state.messages.length === 2);

    await expect(await within(canvas.getByRole('log')).findByText('The plan has two points.')).toBeVisible();
  },
};

/** Calls of the answer have already run, so trying again asks for confirmation. */
export const TryingAgain: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [readPlan] }, 'The plan is short.'], until: 'idle' }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));

    await expect(canvas.getByRole('button', { name: 'Try again anyway' })).toBeVisible();
  },
};

/**
 * Scrolls up in the thread. While text is laid out, the thread keeps its end in view, so this repeats until
 * the position holds.
 */
async function scrollAway({
  canvas,
  canvasElement,
}: Pick<StoryContext, 'canvas' | 'canvasElement'>): Promise<HTMLElement> {
  const scroller = canvasElement.querySelector<HTMLElement>('[data-cs="thread-scroller"]');
  if (scroller === null) throw new Error('The thread has no scroller.');
  await waitFor(async () => {
    scroller.scrollTop = scroller.scrollTop === 0 ? 2 : 0;
    await expect(canvas.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  });
  return scroller;
}

/** New content does not move a reader who has scrolled up. A button leads back to the end. */
export const ScrolledAway: Story = {
  render: showRun((run) => <AgentChat run={run} />),
  beforeEach: setUpRun({
    turns: [Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n')],
    until: 'idle',
  }),
  play: async (context) => {
    const scroller = await scrollAway(context);

    await expect(scroller.scrollTop).toBeLessThanOrEqual(2);
  },
};

/** One press scrolls to the latest message. */
export const BackToTheLatest: Story = {
  ...ScrolledAway,
  play: async (context) => {
    const scroller = await scrollAway(context);

    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Jump to latest' }));

    await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(2));
  },
};

/** No messages yet. */
export const Empty: Story = {
  args: { emptyState: <p>What should be done?</p> },
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('What should be done?')).toBeVisible();
  },
};

import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { UIMessage } from 'ai';
import { AgentChat, Chat, Thread } from 'countersign/components';
import { expect, waitFor, within } from 'storybook/test';
import { given, partsOf, readPlan, runOf, showRun } from '../support/index.js';

const meta: Meta<typeof Thread> = {
  title: 'Thread/Thread',
  component: Thread,
  subcomponents: partsOf('Chat', Chat),
  parameters: { fills: true },
  render: showRun((run, args) => <Thread {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof Thread>;

/** Texts are shown as they are, until the app gives a renderer. Markup of a model is text in both. */
export const Plain: Story = {
  beforeEach: given({ turns: ['First line\nSecond line, <b>not bold</b>'], until: 'idle' }),
  play: async ({ canvas }) => {
    await expect(within(canvas.getByRole('log')).getByText(/<b>not bold<\/b>/)).toBeVisible();
  },
};

/** A renderer of the app: here one that knows paragraphs and code. */
export const Rendered: Story = {
  args: {
    renderText: (text) => text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part)),
  },
  beforeEach: given({ turns: ['I looked into `notes/plan.md`, as you asked.'], until: 'idle' }),
  play: async ({ canvas }) => {
    const code = within(canvas.getByRole('log')).getByText('notes/plan.md');
    await expect(code.localName).toBe('code');
  },
};

/** What the model thought, folded. */
export const Reasoning: Story = {
  beforeEach: given({ turns: [{ reasoning: 'The plan first.', text: 'The plan is short.' }], until: 'idle' }),
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

/** Files are named and can be saved, pictures that the message carries are shown, sources say where they lead. */
export const FilesAndSources: Story = {
  render: showRun((run) => (
    <Chat.Root run={run}>
      <Chat.Message message={withFiles} />
    </Chat.Root>
  )),
  beforeEach: given({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'chart.png' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'report.pdf' })).toHaveAttribute('download', 'report.pdf');
    await expect(canvas.getByText('example.com')).toBeVisible();
  },
};

/**
 * The last message is changed where it stands. Sending it again replaces what follows, and says what has run already.
 */
export const EditingAMessage: Story = {
  beforeEach: given({
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

/** Calls of the answer have run: a second try says so first. */
export const TryingAgain: Story = {
  beforeEach: given({ turns: [{ calls: [readPlan] }, 'The plan is short.'], until: 'idle' }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));

    await expect(canvas.getByRole('button', { name: 'Try again anyway' })).toBeVisible();
  },
};

/**
 * Goes up in the thread. Text that is still laid out keeps the end in view, so a hand goes up again until it has stayed
 * there.
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

/** Who has scrolled up stays there while more comes, and finds the way back. */
export const ScrolledAway: Story = {
  render: showRun((run) => <AgentChat run={run} />),
  beforeEach: given({
    turns: [Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n')],
    until: 'idle',
  }),
  play: async (context) => {
    const scroller = await scrollAway(context);

    await expect(scroller.scrollTop).toBeLessThanOrEqual(2);
  },
};

/** One press, and the latest is on screen again. */
export const BackToTheLatest: Story = {
  ...ScrolledAway,
  play: async (context) => {
    const scroller = await scrollAway(context);

    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Jump to latest' }));

    await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(2));
  },
};

/** Nothing said yet. */
export const Empty: Story = {
  args: { emptyState: <p>What should be done?</p> },
  beforeEach: given({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('What should be done?')).toBeVisible();
  },
};

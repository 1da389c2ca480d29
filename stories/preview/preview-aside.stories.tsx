import type { Meta, StoryObj } from '@storybook/react-vite';
import { tool } from 'countersign';
import { AgentChat, Aside, AsideProvider, PreviewAside } from 'countersign/components';
import { expect, within } from 'storybook/test';
import { z } from 'zod';
import { partsOf, runOf, setUpRun, showRun } from '../support/index.js';

/**
 * A panel next to the chat that shows what a call would change, or what its tool produced. It opens from the
 * card or from the line of the call.
 */
const meta: Meta<typeof PreviewAside> = {
  title: 'Previews/PreviewAside',
  component: PreviewAside,
  subcomponents: { AsideProvider, ...partsOf('Aside', Aside) },
  parameters: { fills: true, docs: { fullState: 'Opened' } },
  render: showRun((run, args) => (
    <AsideProvider>
      <AgentChat run={run} title="Workspace" aside={<PreviewAside {...args} run={run} />} />
    </AsideProvider>
  )),
};
export default meta;

type Story = StoryObj<typeof PreviewAside>;

const before = `# Plan

1. Look at everything that is there
2. Ask what is kept
3. Move the rest
`;
const after = before.replace('Ask what is kept', 'Ask what is kept, and for how long').replace('Move', 'Archive');

const writePlan = tool({
  inputSchema: z.object({ path: z.string(), content: z.string() }),
  requiresApproval: true,
  describe: ({ path }) => ({ title: `Write ${path}` }),
  preview: ({ path, content }) => ({ type: 'diff', before, after: content, path }),
  execute: ({ path }) => ({ path, written: after.length }),
});

const script = setUpRun({
  tools: () => ({ write_plan: writePlan }),
  turns: [
    {
      text: 'The plan needs two changes.',
      calls: [{ toolName: 'write_plan', input: { path: 'notes/plan.md', content: after } }],
    },
    'The plan is written.',
  ],
  until: ({ pending }) => pending.some(({ items }) => items.some(({ preview }) => preview.status === 'ready')),
});

/** Closed, it leaves all the space to the chat. */
export const Closed: Story = {
  beforeEach: script,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Open beside' })).toHaveAttribute('aria-expanded', 'false');
  },
};

/** The preview of a card, with room for both versions. `Esc` closes it. */
export const Opened: Story = {
  parameters: { docs: { story: { autoplay: true } } },
  beforeEach: script,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open beside' }));

    const panel = canvas.getByRole('region', { name: 'Write notes/plan.md' });
    await expect(panel).toHaveFocus();
    await expect(await within(panel).findByText('2 lines added, 2 removed')).toBeVisible();
  },
};

/** On a phone it is below the messages. */
export const Narrow: Story = {
  beforeEach: script,
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, userEvent, canvasElement }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open beside' }));

    await expect(canvas.getByRole('region', { name: 'Write notes/plan.md' })).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/**
 * The call was answered while the panel was open. The panel says so and shows the tool's output with a
 * component of the app.
 */
export const Made: Story = {
  args: { renderResult: (part) => <p>Made: {JSON.stringify(part.output)}</p> },
  beforeEach: script,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open beside' }));
    const run = runOf({ loaded });
    const [item] = run.state.pending.flatMap(({ items }) => items);
    await run.conversation.decide(item?.call.toolCallId ?? '', true);
    await run.until(({ status }) => status === 'idle');

    const panel = canvas.getByRole('region', { name: 'Write notes/plan.md' });
    await expect(await within(panel).findByText(/^Made: /)).toBeVisible();
  },
};

/** The parts, with content of the app. */
export const OwnParts: Story = {
  render: showRun((run) => (
    <AsideProvider>
      <AgentChat
        run={run}
        aside={
          <Aside.Root run={run}>
            <Aside.Title />
            <Aside.Content />
            <Aside.Close>Back to the chat</Aside.Close>
          </Aside.Root>
        }
      />
    </AsideProvider>
  )),
  beforeEach: script,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open beside' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Back to the chat' }));

    await expect(canvas.getByRole('button', { name: 'Open beside' })).toHaveFocus();
  },
};

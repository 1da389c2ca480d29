import type { Meta, StoryObj } from '@storybook/react-vite';
import { createBroker } from 'countersign';
import { ConversationList, Conversations } from 'countersign/components';
import { expect, fn } from 'storybook/test';
import { clearEnv, deleteOld, partsOf, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof ConversationList> = {
  title: 'Chat/ConversationList',
  component: ConversationList,
  subcomponents: partsOf('Conversations', Conversations),
  args: { selected: 'a', onSelect: fn(), onStart: fn() },
  render: showRun((run, args) => (
    <div style={{ maxInlineSize: 280 }}>
      <ConversationList
        {...args}
        conversations={[
          { id: 'a', run },
          { id: 'b', run, title: 'Find what nobody has opened since March, in all of my folders' },
        ]}
      />
    </div>
  )),
};
export default meta;

type Story = StoryObj<typeof ConversationList>;

/** Each conversation shows how many calls are waiting. A press opens it. */
export const Waiting: Story = {
  args: { broker: createBroker() },
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld] }] }),
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('button', { name: 'Tidy up the workspace 2 waiting' })).toHaveAttribute(
      'aria-current',
    );

    await userEvent.click(canvas.getByRole('button', { name: /^Find what/ }));

    await expect(args.onSelect).toHaveBeenCalledWith('b');
  },
};

/** One conversation is working. */
export const Working: Story = {
  beforeEach: setUpRun({
    turns: [{ pace: 50, text: 'I have looked at the plan, and this is what I would do.' }],
    until: 250,
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('Working')[0]).toBeVisible();
  },
};

/** The conversation has no messages, and therefore no title. */
export const Untitled: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'New conversation' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'New chat' })).toBeVisible();
  },
};

/**
 * Most conversations are in a storage. Each shows its last state, and since when it is waiting.
 * `storage.conversations.list()` returns such a list.
 */
export const Stored: Story = {
  render: showRun((run, args) => (
    <div style={{ maxInlineSize: 280 }}>
      <ConversationList
        {...args}
        conversations={[
          { id: 'a', run },
          { id: 'b', title: 'Pay the invoices of May', state: 'waiting', waitingSince: Date.UTC(2026, 4, 4, 9, 30) },
          { id: 'c', title: 'Find duplicates', state: 'failed' },
          { id: 'd', title: 'What is in this folder?', state: 'idle' },
        ]}
      />
    </div>
  )),
  beforeEach: setUpRun({ turns: ['It is tidy.'], until: 'idle' }),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(
      canvas.getByRole('button', { name: /^Pay the invoices of May Waiting for you since .*2026/ }),
    );

    await expect(args.onSelect).toHaveBeenCalledWith('b');
    await expect(canvas.getByRole('button', { name: 'Find duplicates Failed' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'What is in this folder?' })).toBeVisible();
  },
};

const stored = [
  { id: 'b', title: 'Pay the invoices of May', state: 'waiting', waitingSince: Date.UTC(2026, 4, 4, 9, 30) },
  { id: 'c', title: 'Find what nobody has opened since March, in all of my folders', state: 'failed' },
  { id: 'd', title: 'What is in this folder?', state: 'idle' },
] as const;

const actions = () => ({ rename: fn(), delete: fn(), export: fn(() => ({ v: 1 })), import: fn() });

const showStored: Story['render'] = (args) => (
  <div style={{ maxInlineSize: 320 }}>
    <ConversationList {...args} conversations={stored} />
  </div>
);

/** Actions for a stored conversation: `actions={storage.conversations}`. */
export const Actions: Story = {
  render: showStored,
  args: { selected: 'd', actions: actions() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Actions for “.Pay the invoices/ }));

    await expect(canvas.getByRole('button', { name: /^Rename “.Pay the invoices of May/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^Export “.Pay/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^Delete “.Pay/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Import…' })).toBeVisible();
  },
};

/** Renaming: Enter saves the new title, Escape keeps the old one. */
export const Renaming: Story = {
  render: showStored,
  args: { selected: 'd', actions: actions() },
  play: async ({ canvas, userEvent, args }) => {
    const more = canvas.getByRole('button', { name: /^Actions for “.Pay the invoices/ });
    await userEvent.click(more);
    await userEvent.click(canvas.getByRole('button', { name: /^Rename/ }));
    await userEvent.keyboard('Invoices{Enter}');
    await expect(args.actions?.rename).toHaveBeenCalledWith('b', 'Invoices');
    await expect(canvas.getByRole('button', { name: /^Pay the invoices/ })).toHaveFocus();

    await userEvent.click(more);
    await userEvent.click(canvas.getByRole('button', { name: /^Rename/ }));

    await expect(canvas.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  },
};

/** Deleting asks for confirmation in place, and says what will be lost. */
export const Deleting: Story = {
  render: showStored,
  args: { selected: 'd', actions: actions() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Actions for “.Pay the invoices/ }));
    await userEvent.click(canvas.getByRole('button', { name: /^Delete/ }));

    const question = canvas.getByRole('group', { name: /^Delete “.Pay the invoices of May/ });
    await expect(question).toHaveAccessibleDescription(/waiting for your approval.*deleted for good/);
    await expect(canvas.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await expect(args.actions?.delete).not.toHaveBeenCalled();
  },
};

/** A failed action is reported in place and can be repeated. */
export const Failing: Story = {
  render: showStored,
  args: { selected: 'd', actions: { delete: () => Promise.reject(new Error('The disk is full.')) } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Actions for “.Pay the invoices/ }));
    await userEvent.click(canvas.getByRole('button', { name: /^Delete/ }));
    await userEvent.click(canvas.getByRole('button', { name: /^Delete “/ }));

    await expect(canvas.getByRole('alert')).toHaveTextContent('That did not work: The disk is full.');
  },
};

/** The imported file is not a conversation. */
export const ImportFailed: Story = {
  render: showStored,
  args: { selected: 'd', actions: actions() },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const input = canvasElement.querySelector<HTMLInputElement>('[data-cs="conversation-file"]');
    if (input !== null) await userEvent.upload(input, new File(['no JSON'], 'talk.json', { type: 'application/json' }));

    await expect(await canvas.findByRole('alert')).toHaveTextContent(/talk\.json.* is not an exported conversation/);
    await expect(args.actions?.import).not.toHaveBeenCalled();
  },
};

/** The parts, without the button for a new conversation. */
export const OwnParts: Story = {
  render: showRun((run, args) => (
    <Conversations.Root {...args} conversations={[{ id: 'a', run }]}>
      <Conversations.Items />
      <Conversations.Elsewhere />
    </Conversations.Root>
  )),
  beforeEach: setUpRun({ turns: ['It is tidy.'], until: 'idle' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Tidy up the workspace' })).toBeVisible();
  },
};

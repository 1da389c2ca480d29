import type { Meta, StoryObj } from '@storybook/react-vite';
import { tool, toolApproved, toolDenied } from 'countersign';
import { ApprovalCard } from 'countersign/components';
import { expect } from 'storybook/test';
import { z } from 'zod';
import { clearEnv, deleteOld, given, invite, runOf, type StoryRun, showRun } from '../support/index.js';

const meta: Meta<typeof ApprovalCard> = {
  title: 'Approval/ApprovalCard',
  component: ApprovalCard,
  render: showRun((run) => {
    const [batch] = run.pending;
    const [item] = batch?.items ?? [];
    return batch === undefined || item === undefined ? null : <ApprovalCard run={run} batch={batch} item={item} />;
  }),
};
export default meta;

type Story = StoryObj<typeof ApprovalCard>;

/** The call that the card shows. The other one of its batch keeps the batch open when this one is decided. */
const calls = [{ ...invite, toolCallId: 'shown' }, deleteOld];

/** It waits: what, why, how bad, with which input, and three ways to answer. */
export const Open: Story = {
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas }) => {
    const card = canvas.getByRole('group', { name: 'Send “Friday”' });
    await expect(card).toHaveAttribute('data-state', 'open');
    await expect(canvas.getByText('high risk')).toBeVisible();
    await expect(canvas.getByText('2 recipients')).toBeVisible();
  },
};

/** A person has begun to edit. The draft lies in the store, so it survives whatever the page does. */
export const Editing: Story = {
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }));

    const field = canvas.getByRole('textbox');
    await expect(field).toHaveFocus();
    await userEvent.type(field, ' ');
    await expect(runOf({ loaded }).state.drafts.shown).toMatchObject({ mode: 'edit' });
  },
};

/** An edit that breaks the schema stays on the card, with what is wrong at the field. Nothing has run. */
export const EditRefused: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: beginEdit({ to: [], subject: 'Friday', body: '' }) }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve with edits' }));

    await expect(await canvas.findByText(/^to:/)).toBeVisible();
    await expect(canvas.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** A person has begun to deny: the reason goes to the model. */
export const Denying: Story = {
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Deny…' }));
    await userEvent.type(canvas.getByRole('textbox'), 'Not on a Friday');

    await expect(canvas.getByRole('button', { name: 'Deny with this reason' })).toBeVisible();
  },
};

/** The input is checked once before people are asked, and an edit of it again: that check takes its time here. */
function slowTools() {
  let checks = 0;
  return {
    publish: tool({
      inputSchema: z.object({ path: z.string() }),
      argsValidator: () => (checks++ === 0 ? undefined : new Promise<never>(() => {})),
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Publish ${path}`, risk: 'medium' }),
      execute: () => 'published',
    }),
  };
}

/** The edit is being checked: the buttons say so and take no second press. */
export const Checking: Story = {
  beforeEach: given({
    tools: slowTools,
    turns: [{ calls: [{ toolName: 'publish', toolCallId: 'shown', input: { path: 'a.md' } }] }],
    prepare: beginEdit({ path: 'b.md' }),
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve with edits' }));

    await expect(await canvas.findByRole('button', { name: 'Checking…' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('group', { name: 'Publish a.md' })).toHaveAttribute('data-state', 'checking');
  },
};

/** Decided: one line, which stays as the record. */
export const Approved: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', true) }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group')).toHaveAttribute('data-tone', 'ok');
    await expect(canvas.getByText(/^approved$/)).toBeVisible();
  },
};

/** Approved, but not as the model wrote it. */
export const ApprovedWithEdits: Story = {
  beforeEach: given({
    turns: [{ calls }],
    prepare: ({ conversation }) =>
      conversation.decide(
        'shown',
        toolApproved({ overrideArgs: { to: ['ana@example.com'], subject: 'Friday', body: 'At nine.' } }),
      ),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('approved with edits')).toBeVisible();
  },
};

/** Denied, with the words that the model reads. */
export const Denied: Story = {
  beforeEach: given({
    turns: [{ calls }],
    prepare: ({ conversation }) => conversation.decide('shown', toolDenied('Not on a Friday')),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group')).toHaveAttribute('data-tone', 'no');
    await expect(canvas.getByText('denied: Not on a Friday')).toBeVisible();
  },
};

/** Left open on purpose: the run will end with this call to be answered later. */
export const Parked: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', 'defer') }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('left open for later')).toBeVisible();
  },
};

/** A risk that nobody named is told by its shape alone, and by no word that would calm. */
export const NoKnownRisk: Story = {
  beforeEach: given({
    tools: () => ({ run: tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' }) }),
    turns: [{ calls: [{ toolName: 'run' }] }],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Run' })).not.toHaveAttribute('data-risk');
    await expect(canvas.queryByText(/risk/)).toBeNull();
  },
};

/** At 320 px, the narrowest that a page has to work at. */
export const Narrow: Story = {
  globals: { viewport: { value: 'narrow' } },
  beforeEach: given({
    turns: [{ calls: [{ ...clearEnv, input: { path: `${'very-'.repeat(20)}long/.env`, content: '' } }] }],
  }),
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
};

/** From right to left: text of tools keeps its own direction. */
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas }) => {
    const [approve, edit] = canvas.getAllByRole('button');
    const leftOf = (element: HTMLElement | undefined): number => element?.getBoundingClientRect().left ?? 0;
    await expect(leftOf(approve)).toBeGreaterThan(leftOf(edit));
  },
};

function beginEdit(input: object): (run: StoryRun) => void {
  return ({ conversation }) => conversation.saveDraft('shown', { mode: 'edit', text: JSON.stringify(input, null, 2) });
}

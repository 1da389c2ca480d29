import type { Meta, StoryObj } from '@storybook/react-vite';
import { ask, block, createGrants, createPolicy, tool, toolApproved, toolDenied } from 'countersign';
import { Approval, ApprovalCard, ArmingNote, ArmingProvider, StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { expect, waitFor, within } from 'storybook/test';
import { z } from 'zod';
import { clearEnv, deleteOld, given, invite, partsOf, quiet, runOf, type StoryRun, showRun } from '../support/index.js';

const meta: Meta<typeof ApprovalCard> = {
  title: 'Approval/ApprovalCard',
  component: ApprovalCard,
  subcomponents: { ...partsOf('Approval', Approval), ArmingProvider, ArmingNote },
  args: { remember: 'offered', letters: 'on' },
  render: showRun((run, args) => {
    const [batch] = run.pending;
    const [item] = batch?.items ?? [];
    return batch === undefined || item === undefined ? null : (
      <ApprovalCard {...args} run={run} batch={batch} item={item} />
    );
  }),
};
export default meta;

type Story = StoryObj<typeof ApprovalCard>;

/** The call that the card shows. The other one of its batch keeps the batch open when this one is decided. */
const calls = [{ ...invite, toolCallId: 'shown' }, deleteOld];
/** Its schema adds what the model did not write: an id, a place, and what JSON has no words for. */
const booking = { toolCallId: 'shown', toolName: 'book_table', input: { guests: ['Ana', 'Bo'], deposit: '2500' } };
const bookTable = (place: () => string) =>
  tool({
    description: 'Books a table',
    inputSchema: z.object({
      guests: z.array(z.string()).transform((guests) => new Set(guests)),
      deposit: z.string().transform(BigInt),
      place: z.string().default(place),
      reference: z.string().default(() => crypto.randomUUID()),
    }),
    requiresApproval: true,
    describe: ({ guests }) => ({ title: `Book a table for ${guests.size}`, risk: 'low' }),
    execute: () => 'booked',
  });
const writeEnv = { toolName: 'write_file', input: { path: '.env', content: 'PORT=80\nHOST=localhost' } };
const edited = { to: ['ana@example.com'], subject: 'Friday', body: 'At nine.' };

const deleteReadme = { toolCallId: 'shown', toolName: 'delete_file', input: { path: 'README.md' } };
const files: Readonly<Record<string, string>> = {
  'README.md': 'It holds the introduction.\n',
  '.env': 'TOKEN=to-be-set\nPORT=80\n',
};
/** Whoever deletes a file sees what is in it. */
const deletingTools = () => ({
  delete_file: tool({
    description: 'Deletes a file',
    inputSchema: z.object({ path: z.string().min(1) }),
    capabilities: ({ path }) => [`fs.delete:/${path}`],
    describe: ({ path }) => ({
      title: `Delete ${path}`,
      risk: path === '.env' ? 'destructive' : 'low',
      facts: [`${(files[path] ?? '').length} bytes`],
    }),
    preview: ({ path }) => ({ type: 'diff', path, before: files[path] ?? '', after: '' }),
    execute: () => 'deleted',
  }),
});
const keepsSecrets = createPolicy({
  rules: [
    block('fs.delete:/.git/**', 'The history of the project stays.'),
    ask('fs.delete:/.env', { reason: 'It holds secrets.' }),
    ask({ capability: 'fs.delete', except: 'fs.delete:/.env' }, { reason: 'A deleted file is gone.' }),
  ],
});
const deletingReadme = given({
  turns: [{ calls: [deleteReadme, deleteOld] }],
  tools: deletingTools,
  policy: keepsSecrets,
});

/** It waits: what, why, how bad, with which input, and the ways to answer. */
export const Pending: Story = {
  beforeEach: given({ turns: [{ calls }], grants: createGrants() }),
  play: async ({ canvas }) => {
    const card = canvas.getByRole('group', { name: 'Send “Friday”' });
    await expect(card).toHaveAttribute('data-state', 'waiting');
    await expect(canvas.getByText('high risk')).toBeVisible();
    await expect(canvas.getByText('2 recipients')).toBeVisible();
  },
};

/** All of the input stands in the title and in what will change: it is folded away, and unfolds at a press. */
export const FoldedInput: Story = {
  beforeEach: given({
    turns: [{ calls: [clearEnv] }],
    tools: () => ({
      write_file: tool({
        inputSchema: z.object({ path: z.string(), content: z.string() }),
        capabilities: ({ path }) => [`fs.write:/${path}`],
        requiresApproval: true,
        describe: ({ path }) => ({ title: `Clear ${path}`, risk: 'medium' }),
        preview: ({ path, content }) => ({ type: 'diff', before: 'HOST=localhost\nPORT=80\n', after: content, path }),
        execute: () => 'cleared',
      }),
    }),
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Emptied, 2 lines removed')).toBeVisible();
    await expect(canvas.queryByText('content')).toBeNull();

    await userEvent.click(canvas.getByRole('button', { name: 'Input' }));
    await expect(canvas.getByText('content')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Input' }));

    await expect(canvas.queryByText('content')).toBeNull();
  },
};

/** The title does not say all of it: the input is open, and cannot be folded away. */
export const NeededInput: Story = {
  beforeEach: given({ turns: [{ calls: [writeEnv] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/HOST=localhost/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Input' })).toBeNull();
  },
};

/**
 * For half a second on screen, and after each move of its own, the button takes no press: it was meant for something
 * else.
 */
export const Arming: Story = {
  parameters: { arming: 'on' },
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas, loaded }) => {
    const approve = canvas.getByRole('button', { name: 'Approve' });
    approve.style.setProperty('translate', '0 1px');

    approve.click();

    await expect(await canvas.findByText(/^Not approved yet/)).toBeVisible();
    await expect(runOf({ loaded }).state.pending[0]?.items[0]?.state.status).toBe('waiting');
  },
};

/** The form is made from the tool's schema: a list stays a list, and what was changed stands below it. */
export const Editing: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: beginEdit(edited) }),
  play: async ({ canvas, loaded, userEvent }) => {
    const form = await canvas.findByRole('region', { name: /^Edit the input/ });
    await expect(within(form).getByRole('region', { name: '2 changes' })).toBeVisible();

    await userEvent.type(within(form).getByRole('textbox', { name: /^subject/i }), ' at nine');

    await expect(Object.values(runOf({ loaded }).state.drafts)).toMatchObject([{ mode: 'edit' }]);
    await expect(await within(form).findByRole('region', { name: '3 changes' })).toBeVisible();
  },
};

/**
 * The target is edited: title, risk, reason and preview are those of the file that would be deleted, and the fields
 * stay where they are.
 */
export const EditingTarget: Story = {
  beforeEach: deletingReadme,
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }));
    const field = await canvas.findByRole('textbox', { name: /^path/i });
    const { top } = field.getBoundingClientRect();

    await userEvent.clear(field);
    await userEvent.type(field, '.env');

    await canvas.findByRole('group', { name: 'Delete .env' });
    await expect(canvas.getByText('was: Delete README.md')).toBeVisible();
    await expect(canvas.getByText('Asked because: It holds secrets.')).toBeVisible();
    await expect(canvas.getByText('destructive')).toBeVisible();
    await expect(await canvas.findByText(/^TOKEN/)).toBeVisible();
    await expect(canvasElement).not.toHaveTextContent('It holds the introduction');
    await expect(field.getBoundingClientRect().top).toBe(top);
  },
};

/** The same, decided: the line names the file that was deleted, and says what was asked. */
export const EditedTarget: Story = {
  beforeEach: deletingReadme,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }));
    const field = await canvas.findByRole('textbox', { name: /^path/i });
    await userEvent.clear(field);
    await userEvent.type(field, '.env');
    await canvas.findByRole('group', { name: 'Delete .env' });

    await userEvent.click(canvas.getByRole('button', { name: 'Approve with edits' }));

    const card = await canvas.findByRole('group', { name: 'Delete .env' });
    await waitFor(() => expect(card).toHaveAttribute('data-state', 'approved-with-edits'));
    await expect(within(card).getByText('was: Delete README.md')).toBeVisible();
    const events = [...runOf({ loaded }).state.events];
    await expect(events.find(({ type }) => type === 'answer')).toMatchObject({ editedCall: { title: 'Delete .env' } });
  },
};

/** A policy refuses the file that was typed: that is said before anybody approves, and nobody can. */
export const EditRefusedByPolicy: Story = {
  beforeEach: deletingReadme,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }));
    const field = await canvas.findByRole('textbox', { name: /^path/i });
    await userEvent.clear(field);
    await userEvent.type(field, '.git/HEAD');

    await expect(await canvas.findByText('Not allowed: The history of the project stays.')).toBeVisible();
    const approve = canvas.getByRole('button', { name: 'Approve with edits' });
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await expect(approve).toHaveAccessibleDescription(/Not allowed/);
    await userEvent.click(approve);
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** What breaks the schema is said at its field while it is typed. Nothing has run. */
export const EditRefused: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: beginEdit({ to: ['nobody'], subject: 'Friday', body: '' }) }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve with edits' }));

    await waitFor(() => expect(canvas.getByDisplayValue('nobody')).toHaveAttribute('aria-invalid', 'true'));
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/**
 * A call that its server, or the provider, runs with the model's own input: what a person changes goes back as a
 * proposal.
 */
export const Proposing: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: beginEdit(edited) }),
  render: showRun((run, args) => {
    const [batch] = run.pending;
    const [item] = batch?.items ?? [];
    if (batch === undefined || item === undefined) return null;
    const call = { ...item.call, fixedBy: 'server' } as const;
    return <ApprovalCard {...args} run={run} batch={batch} item={{ ...item, call }} />;
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    await expect(await canvas.findByText(/^The server runs this action with the input of its model/)).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Deny with this proposal' }));

    const card = canvas.getByRole('group', { name: 'Send “Friday”' });
    await waitFor(() => expect(card).toHaveAttribute('data-state', 'denied'));
    await expect(canvas.getByText(/The user proposes this one instead: .*ana@example.com/)).toBeVisible();
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
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-state', 'denying');
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

/** The answer is being checked: the buttons say so and take no second press. */
export const Submitting: Story = {
  beforeEach: given({
    tools: slowTools,
    turns: [{ calls: [{ toolName: 'publish', toolCallId: 'shown', input: { path: 'a.md' } }] }],
    prepare: beginEdit({ path: 'b.md' }),
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve with edits' }));

    await expect(await canvas.findByRole('button', { name: 'Checking…' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() =>
      expect(canvas.getByRole('group', { name: 'Publish b.md' })).toHaveAttribute('data-state', 'checking'),
    );
  },
};

/** Decided: one line, which stays as the record. */
export const Approved: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', true) }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-state', 'approved');
    await expect(canvas.getByText('approved')).toBeVisible();
  },
};

/** Approved, but not as the model wrote it: what was changed unfolds. */
export const ApprovedWithEdits: Story = {
  beforeEach: given({
    turns: [{ calls }],
    prepare: ({ conversation }) => conversation.decide('shown', toolApproved({ overrideArgs: edited })),
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('approved with edits')).toBeVisible();

    await userEvent.click(canvas.getByText('approved with edits'));

    await expect(await canvas.findByRole('region', { name: '2 changes' })).toBeVisible();
  },
};

/** Denied, with the words that the model reads. */
export const Denied: Story = {
  beforeEach: given({
    turns: [{ calls }],
    prepare: ({ conversation }) => conversation.decide('shown', toolDenied('Not on a Friday')),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-tone', 'no');
    await expect(canvas.getByText('denied: Not on a Friday')).toBeVisible();
  },
};

/** Nobody answered in time: the call counts as denied, and the rest of its batch still waits. */
export const Expired: Story = {
  beforeEach: given({
    turns: [{ calls }],
    expiry: { after: 60_000 },
    prepare: async ({ conversation, clock, state }) => {
      conversation.extend(state.pending[0]?.items[1]?.id ?? '', clock.environment.now() + 600_000);
      await clock.advance(60_000);
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-state', 'expired');
    await expect(canvas.getByText(/^expired, nobody answered in time/)).toBeVisible();
  },
};

/** Left open on purpose: the run will end with this call to be answered later. */
export const Deferred: Story = {
  beforeEach: given({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', 'defer') }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('left open for later')).toBeVisible();
  },
};

/** An answer that was not taken: the card says why, and can be used again. */
export const Failed: Story = {
  beforeEach: given({ turns: [{ calls }] }),
  render: showRun((run) => {
    const [batch] = run.pending;
    const [item] = batch?.items ?? [];
    const decide = () => Promise.reject(new Error('The storage is full.'));
    return batch && item ? <ApprovalCard run={{ ...run, decide }} batch={batch} item={item} /> : null;
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Approve' }));

    await expect(await canvas.findByRole('alert')).toHaveTextContent('The storage is full.');
    await expect(canvas.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled');
  },
};

/** What cannot be undone: denying comes first, nothing is filled, and a key on the button has to be pressed twice. */
export const Destructive: Story = {
  beforeEach: given({ turns: [{ calls: [deleteOld] }] }),
  play: async ({ canvas, loaded, userEvent }) => {
    canvas.getByRole('button', { name: 'Approve' }).focus();

    await userEvent.keyboard('{Enter}');

    await expect(canvas.getByRole('button', { name: 'Press again to approve' })).toHaveFocus();
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** One letter is not the one that it looks like: it is marked where it stands, and explained. */
export const DeceptivePath: Story = {
  beforeEach: given({
    turns: [{ calls: [{ toolName: 'delete_file', input: { path: 'src/p\u0430ckage/__init__.py' } }] }],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('note')).toHaveTextContent(/Cyrillic/);
  },
};

/** A secret is hidden until somebody asks for it, and runs all the same. */
export const Redacted: Story = {
  beforeEach: given({
    turns: [{ calls: [{ ...clearEnv, input: { path: '.env', content: 'API_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1' } }] }],
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByText(/Zk3v9Qw8Xy2/)).toBeNull();

    const [reveal] = canvas.getAllByRole('button', { name: /show|reveal/i });
    if (reveal) await userEvent.click(reveal);

    await expect(await canvas.findByText(/Zk3v9Qw8Xy2/)).toBeVisible();
  },
};

/** A form shows a hidden value only to who asks for it there, too; left alone, it stays what it is. */
export const EditingRedacted: Story = {
  beforeEach: given({
    turns: [{ calls: [{ ...clearEnv, input: { path: '.env', content: 'API_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1' } }] }],
  }),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }));
    await expect(await canvas.findByRole('button', { name: /^Show the hidden value of content/i })).toBeVisible();

    await userEvent.type(canvas.getByRole('textbox', { name: /^path/i }), '.local');

    await expect(canvasElement.innerHTML).not.toMatch(/Zk3v9Qw8Xy2/);
  },
};

/** What is remembered is told in the very words of what is granted. */
export const Remembering: Story = {
  beforeEach: (context) =>
    given({ turns: [{ calls: [{ ...clearEnv, toolCallId: 'shown' }, deleteOld] }], grants: createGrants() })(context),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Remember/ }));
    await userEvent.click(await canvas.findByRole('menuitemradio', { name: /exactly this input/ }));
    await expect(canvas.getByText(/^Allow .*write.file.* with exactly this input/)).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Approve and remember' }));

    await waitFor(() => expect(runOf({ loaded }).conversation.grants?.list()).toHaveLength(1));
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

/** What its schema makes of the input: an id that is made only then, and values that JSON cannot show as they are. */
export const EffectiveInput: Story = {
  beforeEach: given({ turns: [{ calls: [booking] }], tools: () => ({ book_table: bookTable(() => 'terrace') }) }),
  play: async ({ canvas }) => {
    const shown = canvas.getByText('Will run as').parentElement ?? document.body;
    await expect(within(shown).getByText('made when it runs')).toBeVisible();
    await expect(within(shown).getByText('JSON cannot show it as it is (Set).')).toBeVisible();
    await expect(within(shown).getByText('JSON cannot show it as it is (bigint).')).toBeVisible();
    await expect(within(shown).getByText('terrace')).toBeVisible();
  },
};

/** It would have run as something else than was shown when it was approved, so it is asked about again. */
export const AskedAgain: Story = {
  beforeEach: async (context) => {
    let place = 'terrace';
    return await given({
      turns: [{ calls: [booking] }],
      tools: () => ({ book_table: bookTable(() => place) }),
      prepare: async ({ conversation, until }) => {
        place = 'cellar';
        await conversation.decide('shown', true);
        await until(() => conversation.store.getState().pending[0]?.items[0]?.call.reason !== undefined);
      },
    })(context);
  },
  play: async ({ canvas, loaded }) => {
    await expect(canvas.getByText(/^Asked again: what would run has changed/)).toBeVisible();
    await expect(canvas.getByText('cellar')).toBeVisible();
    await expect(canvas.queryByText('terrace')).toBeNull();
    await expect(runOf({ loaded }).log).toEqual([]);
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

/** A part of it threw, here for words of the app: a plain card stands in for it, with the input and both answers. */
export const Plain: Story = {
  parameters: quiet,
  beforeEach: given({ turns: [{ calls: [writeEnv, deleteOld] }, 'Done.'] }),
  decorators: [(Card) => <StringsProvider strings={brokenWords}>{Card()}</StringsProvider>],
  play: async ({ canvas, userEvent }) => {
    const card = within(canvas.getByRole('group', { name: /\.env/ }));
    await expect(card.getByText(/^The card of this action failed/)).toBeVisible();
    await expect(card.getByText(/"PORT=80/)).toBeVisible();

    await userEvent.click(card.getByRole('button', { name: 'Deny…' }));
    await expect(card.getByRole('textbox')).toHaveFocus();
    await userEvent.click(card.getByRole('button', { name: 'Back' }));

    await expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
  },
};

const brokenWords = { approval: { reasons: {}, askedBecause: fail } };

function fail(): never {
  throw new Error('These words cannot be said.');
}

/** From right to left: text of tools keeps its own direction. */
export const RightToLeft: Story = {
  globals: { language: 'ar' },
  beforeEach: given({ turns: [{ calls }] }),
  play: async ({ canvas }) => {
    const leftOf = (name: string): number => canvas.getByRole('button', { name }).getBoundingClientRect().left;
    await expect(leftOf(arabicStrings.approval.approve)).toBeGreaterThan(leftOf(arabicStrings.approval.edit));
  },
};

function beginEdit(input: object): (run: StoryRun) => void {
  return ({ conversation }) => {
    const [item] = conversation.store.getState().pending.flatMap(({ items }) => items);
    conversation.saveDraft(item?.id ?? '', { mode: 'edit', text: JSON.stringify(input, null, 2) });
  };
}

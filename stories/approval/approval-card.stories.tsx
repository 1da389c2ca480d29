import type { Meta, StoryObj } from '@storybook/react-vite';
import { ask, block, createGrants, createPolicy, tool, toolApproved, toolDenied } from 'countersign';
import { Approval, ApprovalCard, ArmingNote, ArmingProvider, StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { expect, waitFor, within } from 'storybook/test';
import { z } from 'zod';
import {
  clearEnv,
  deleteOld,
  ignoreCaughtErrors,
  invite,
  partsOf,
  runOf,
  type StoryRun,
  setUpRun,
  showRun,
} from '../support/index.js';

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

/** The first call is the one shown. The second keeps the batch open after the first is decided. */
const calls = [{ ...invite, toolCallId: 'shown' }, deleteOld];
/** Its schema adds values that the model did not write: an id, a default place, and types that JSON lacks. */
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
/** Adds a preview that shows the content of the file to delete. */
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
const deletingReadme = setUpRun({
  turns: [{ calls: [deleteReadme, deleteOld] }],
  tools: deletingTools,
  policy: keepsSecrets,
});

/** A pending action: its title, its reason, its risk, its input and the buttons to answer. */
export const Pending: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], grants: createGrants() }),
  play: async ({ canvas }) => {
    const card = canvas.getByRole('group', { name: 'Send “Friday”' });
    await expect(card).toHaveAttribute('data-state', 'waiting');
    await expect(canvas.getByText('high risk')).toBeVisible();
    await expect(canvas.getByText('2 recipients')).toBeVisible();
  },
};

/** The title and the preview show the whole input, so it is collapsed. A press expands it. */
export const FoldedInput: Story = {
  beforeEach: setUpRun({
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

/** The title does not show the whole input, so the input is open and cannot be collapsed. */
export const NeededInput: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [writeEnv] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/HOST=localhost/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Input' })).toBeNull();
  },
};

/**
 * A button ignores presses for half a second after it appears or moves, because they were meant for something
 * else.
 */
export const Arming: Story = {
  parameters: { arming: 'on' },
  beforeEach: setUpRun({ turns: [{ calls }] }),
  play: async ({ canvas, loaded }) => {
    const approve = canvas.getByRole('button', { name: 'Approve' });
    approve.style.setProperty('translate', '0 1px');

    approve.click();

    await expect(await canvas.findByText(/^Not approved yet/)).toBeVisible();
    await expect(runOf({ loaded }).state.pending[0]?.items[0]?.state.status).toBe('waiting');
  },
};

/** The form is generated from the tool's schema. Lists stay lists, and the changes are listed below the form. */
export const Editing: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], prepare: beginEdit(edited) }),
  play: async ({ canvas, loaded, userEvent }) => {
    const form = await canvas.findByRole('region', { name: /^Edit the input/ });
    await expect(within(form).getByRole('region', { name: '2 changes' })).toBeVisible();

    await userEvent.type(within(form).getByRole('textbox', { name: /^subject/i }), ' at nine');

    await expect(Object.values(runOf({ loaded }).state.drafts)).toMatchObject([{ mode: 'edit' }]);
    await expect(await within(form).findByRole('region', { name: '3 changes' })).toBeVisible();
  },
};

/** The edit changes the file. Title, risk, reason and preview follow the new file, and the fields do not move. */
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

/** The same call after the decision: the line names the deleted file, and the file that was proposed. */
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

/** A policy denies the edited file. The card says so at once, and the call cannot be approved. */
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

/** A value that breaks the schema is reported at its field while it is typed. Nothing has run. */
export const EditRefused: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], prepare: beginEdit({ to: ['nobody'], subject: 'Friday', body: '' }) }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve with edits' }));

    await waitFor(() => expect(canvas.getByDisplayValue('nobody')).toHaveAttribute('aria-invalid', 'true'));
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** The server or the provider runs this call with the model's own input. An edit is sent back as a proposal. */
export const Proposing: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], prepare: beginEdit(edited) }),
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

/** Denying, with a reason that the model will read. */
export const Denying: Story = {
  beforeEach: setUpRun({ turns: [{ calls }] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Deny…' }));
    await userEvent.type(canvas.getByRole('textbox'), 'Not on a Friday');

    await expect(canvas.getByRole('button', { name: 'Deny with this reason' })).toBeVisible();
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-state', 'denying');
  },
};

/** Validates the input before the request for approval, and slowly again after an edit. */
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

/** The answer is being validated. The buttons show it and ignore a second press. */
export const Submitting: Story = {
  beforeEach: setUpRun({
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

/** Approved: the card becomes one line, which stays as the record. */
export const Approved: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', true) }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-state', 'approved');
    await expect(canvas.getByText('approved')).toBeVisible();
  },
};

/** Approved with edits. The line expands to show the changes. */
export const ApprovedWithEdits: Story = {
  beforeEach: setUpRun({
    turns: [{ calls }],
    prepare: ({ conversation }) => conversation.decide('shown', toolApproved({ overrideArgs: edited })),
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('approved with edits')).toBeVisible();

    await userEvent.click(canvas.getByText('approved with edits'));

    await expect(await canvas.findByRole('region', { name: '2 changes' })).toBeVisible();
  },
};

/** Denied, with the reason that the model reads. */
export const Denied: Story = {
  beforeEach: setUpRun({
    turns: [{ calls }],
    prepare: ({ conversation }) => conversation.decide('shown', toolDenied('Not on a Friday')),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Send “Friday”' })).toHaveAttribute('data-tone', 'no');
    await expect(canvas.getByText('denied: Not on a Friday')).toBeVisible();
  },
};

/** Nobody answered in time. The call counts as denied, and the rest of its batch is still waiting. */
export const Expired: Story = {
  beforeEach: setUpRun({
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

/** Left open for later: the run will end with this call unanswered. */
export const Deferred: Story = {
  beforeEach: setUpRun({ turns: [{ calls }], prepare: ({ conversation }) => conversation.decide('shown', 'defer') }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('left open for later')).toBeVisible();
  },
};

/** The answer was not accepted. The card says why and can be used again. */
export const Failed: Story = {
  beforeEach: setUpRun({ turns: [{ calls }] }),
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

/**
 * A destructive action: “Deny” comes first, no button is filled, and the keyboard needs two presses to
 * approve.
 */
export const Destructive: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deleteOld] }] }),
  play: async ({ canvas, loaded, userEvent }) => {
    canvas.getByRole('button', { name: 'Approve' }).focus();

    await userEvent.keyboard('{Enter}');

    await expect(canvas.getByRole('button', { name: 'Press again to approve' })).toHaveFocus();
    await expect(runOf({ loaded }).log).toEqual([]);
  },
};

/** One letter imitates another. It is marked in place and explained. */
export const DeceptivePath: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ toolName: 'delete_file', input: { path: 'src/p\u0430ckage/__init__.py' } }] }],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('note')).toHaveTextContent(/Cyrillic/);
  },
};

/** A secret is hidden until the user reveals it. The call still runs with the real value. */
export const Redacted: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ ...clearEnv, input: { path: '.env', content: 'API_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1' } }] }],
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByText(/Zk3v9Qw8Xy2/)).toBeNull();

    const [reveal] = canvas.getAllByRole('button', { name: /show|reveal/i });
    if (reveal) await userEvent.click(reveal);

    await expect(await canvas.findByText(/Zk3v9Qw8Xy2/)).toBeVisible();
  },
};

/** A form hides secrets, too. A value that stays hidden is sent unchanged. */
export const EditingRedacted: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ ...clearEnv, input: { path: '.env', content: 'API_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1' } }] }],
  }),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }));
    await expect(await canvas.findByRole('button', { name: /^Show the hidden value of content/i })).toBeVisible();

    await userEvent.type(canvas.getByRole('textbox', { name: /^path/i }), '.local');

    await expect(canvasElement.innerHTML).not.toMatch(/Zk3v9Qw8Xy2/);
  },
};

/** The menu says exactly what will be remembered. */
export const Remembering: Story = {
  beforeEach: (context) =>
    setUpRun({ turns: [{ calls: [{ ...clearEnv, toolCallId: 'shown' }, deleteOld] }], grants: createGrants() })(
      context,
    ),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Remember/ }));
    await userEvent.click(await canvas.findByRole('menuitemradio', { name: /exactly this input/ }));
    await expect(canvas.getByText(/^Allow .*write.file.* with exactly this input/)).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Approve and remember' }));

    await waitFor(() => expect(runOf({ loaded }).conversation.grants?.list()).toHaveLength(1));
  },
};

/** An unknown risk is shown by a shape only, without a reassuring word. */
export const NoKnownRisk: Story = {
  beforeEach: setUpRun({
    tools: () => ({ run: tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' }) }),
    turns: [{ calls: [{ toolName: 'run' }] }],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Run' })).not.toHaveAttribute('data-risk');
    await expect(canvas.queryByText(/risk/)).toBeNull();
  },
};

/**
 * The input after the schema's defaults and conversions: an id that does not exist yet, and values that JSON
 * cannot show.
 */
export const EffectiveInput: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [booking] }], tools: () => ({ book_table: bookTable(() => 'terrace') }) }),
  play: async ({ canvas }) => {
    const shown = canvas.getByText('Will run as').parentElement ?? document.body;
    await expect(within(shown).getByText('made when it runs')).toBeVisible();
    await expect(within(shown).getByText('JSON cannot show it as it is (Set).')).toBeVisible();
    await expect(within(shown).getByText('JSON cannot show it as it is (bigint).')).toBeVisible();
    await expect(within(shown).getByText('terrace')).toBeVisible();
  },
};

/** The input would have differed from the approved one, so approval is requested again. */
export const AskedAgain: Story = {
  beforeEach: async (context) => {
    let place = 'terrace';
    return await setUpRun({
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

/** A tool as the AI SDK's MCP client makes it. */
const forecast = {
  type: 'dynamic',
  title: 'Get forecast',
  description: 'Returns the forecast of a city',
  inputSchema: z.object({ city: z.string(), days: z.number() }),
  needsApproval: true,
  metadata: { clientName: 'Weather' },
  execute: async () => 'Rain',
} as const;

/** An MCP server provides the tool: the card names it above the title. */
export const FromServer: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [{ toolCallId: 'shown', toolName: 'get_forecast', input: { city: 'Oslo', days: 3 } }] }],
    tools: () => ({ get_forecast: forecast }),
  }),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole('button', { name: 'Approve' });
    await expect(canvasElement.querySelector('[data-cs="card-origin"]')).toHaveTextContent(
      'The server “Weather” wants to:',
    );
  },
};

/** At 320 px, the narrowest supported width. */
export const Narrow: Story = {
  globals: { viewport: { value: 'narrow' } },
  beforeEach: setUpRun({
    turns: [{ calls: [{ ...clearEnv, input: { path: `${'very-'.repeat(20)}long/.env`, content: '' } }] }],
  }),
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
};

/** A part of the card failed to render. A plain card replaces it, with the input and both answers. */
export const Plain: Story = {
  parameters: ignoreCaughtErrors,
  beforeEach: setUpRun({ turns: [{ calls: [writeEnv, deleteOld] }, 'Done.'] }),
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

/** Right to left. Text from tools keeps its own direction. */
export const RightToLeft: Story = {
  globals: { language: 'ar' },
  beforeEach: setUpRun({ turns: [{ calls }] }),
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

import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  allow,
  ask,
  block,
  buildResults,
  type ClientToolProps,
  createAgent,
  createGrants,
  createPolicy,
  type DeferredToolHandler,
  mergeResults,
  remaining,
  tool,
  toolDenied,
  useAgentRun,
} from 'countersign';
import {
  AgentChat,
  Approval,
  ApprovalQueue,
  ClientTool,
  DecisionTray,
  GrantsPanel,
  Thread,
} from 'countersign/components';
import { scriptedModel } from 'countersign/testing';
import type { CSSProperties, ReactElement } from 'react';
import { expect, within } from 'storybook/test';
import { z } from 'zod';
import { clearEnv, deleteOld, invite, readPlan, runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from '../tools/external-tool-script.js';

/** The live examples of the guides, which are not listed in the sidebar. */
const meta: Meta = {
  title: 'Guides/Live',
  tags: ['!autodocs', '!dev'],
  parameters: { fills: true },
  render: showRun((run) => <AgentChat run={run} title="Workspace" />),
};
export default meta;

type Story = StoryObj;

const hint = <p>Write “Tidy up”, and answer what the agent asks.</p>;

export const FirstApp: Story = {
  render: showRun((run) => <AgentChat run={run} title="Workspace" emptyState={hint} />),
  beforeEach: setUpRun({
    pace: 'live',
    say: null,
    turns: [
      { text: 'I read the plan, and would delete the old notes.', pace: 20, calls: [readPlan, deleteOld] },
      'Done.',
    ],
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'Tidy up{Enter}');
    await runOf({ loaded }).until(({ status }) => status === 'waiting');

    await expect(await canvas.findByRole('group', { name: 'Delete notes/old.md' })).toBeVisible();
  },
};

/** Code answers the e-mail calls, and people answer the rest. Both answers return together. */
const noMails: DeferredToolHandler = async (requests, context) => {
  const mails = requests.approvals.filter((call) => call.toolName === 'send_mail');
  const own = buildResults(requests, {
    approvals: Object.fromEntries(mails.map((call) => [call.toolCallId, toolDenied('No mails on a Sunday.')])),
  });
  const rest = remaining(requests, own);
  if (rest === null) return own;
  const people = await context.ask(rest);
  return people === null ? null : mergeResults(own, people);
};

export const Handler: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [clearEnv, invite] }, 'The invitation waits until Monday.'],
    handler: noMails,
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'Clear .env' })).toBeVisible();
    await expect(canvas.queryByRole('group', { name: /^Send/ })).toBeNull();
  },
};

const careful = createPolicy({
  name: 'careful',
  rules: [
    allow({ tool: 'read_file' }),
    ask({ tool: 'make_folder' }, { reason: 'Folders are seen by everybody.' }),
    block({ tool: 'delete_file' }, 'Nothing is deleted here.'),
  ],
});
const grants = createGrants();

export const PoliciesAndGrants: Story = {
  render: showRun((run) => <AgentChat run={run} aside={<GrantsPanel grants={grants} />} />),
  beforeEach: setUpRun({
    turns: [
      { calls: [readPlan, deleteOld, { toolName: 'make_folder', input: { path: 'drafts' } }] },
      'The notes stay.',
    ],
    policy: careful,
    grants,
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Asked because: Folders are seen by everybody.')).toBeVisible();
    await expect(canvas.getByText('Nothing is remembered. You are asked each time.')).toBeVisible();
  },
};

/** A custom client tool. The parts provide the label, the errors and the guarantee of a single answer. */
function ColourPicker(props: ClientToolProps<{ reason: string }, string>): ReactElement {
  return (
    <ClientTool.Root tool={props}>
      <ClientTool.Title>{props.input.reason}</ClientTool.Title>
      <ClientTool.Problem />
      <ClientTool.Actions>
        <ClientTool.Submit value="red">Red</ClientTool.Submit>
        <ClientTool.Submit value="blue">Blue</ClientTool.Submit>
        <ClientTool.Fail />
      </ClientTool.Actions>
    </ClientTool.Root>
  );
}

export const ClientTools: Story = {
  parameters: { fills: false },
  render: showRun((run) => <Thread run={run} />),
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Choose a colour',
      input: { reason: 'The page has no colour yet.' },
      clientTool: { render: ColourPicker },
    }),
  ),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Blue' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('blue');
  },
};

/** A custom card. The parts provide shortcuts, focus, arming and redaction. */
const OwnCard: NonNullable<AgentChat.Slots['Card']> = (props) => (
  <Approval.Root {...props}>
    <Approval.When is="closed">
      <Approval.Record />
    </Approval.When>
    <Approval.When is="open">
      <Approval.Title />
      <Approval.Reason />
      <Approval.Input />
      <Approval.Problem />
      <Approval.Actions>
        <Approval.Approve>Yes, go ahead</Approval.Approve>
        <Approval.Deny>No…</Approval.Deny>
      </Approval.Actions>
      <Approval.ReasonForm />
    </Approval.When>
  </Approval.Root>
);
const slots: AgentChat.Slots = { Card: OwnCard };

export const YourOwnCard: Story = {
  render: showRun((run) => <AgentChat run={run} slots={slots} />),
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv] }, 'Cleared.'] }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: /^Yes, go ahead/ })).toBeVisible();
  },
};

const teal = { '--cs-accent': 'color-mix(in oklab, #17a398, CanvasText 40%)', '--cs-radius': '2px' } as CSSProperties; // with its own names

export const Themed: Story = {
  parameters: { fills: false },
  render: showRun((run) => (
    <div style={teal}>
      <ApprovalQueue run={run} />
    </div>
  )),
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, invite] }, 'Done.'] }),
  play: async ({ canvas }) => {
    const card = canvas.getByRole('group', { name: 'Clear .env' });
    await expect(getComputedStyle(card).getPropertyValue('--cs-radius')).toBe('2px');
  },
};

const remove = tool({
  description: 'Deletes a file',
  inputSchema: z.object({ path: z.string() }),
  requiresApproval: true,
  describe: ({ path }) => ({ title: `Delete ${path}`, risk: 'destructive' }),
  execute: ({ path }) => `Deleted ${path}`,
});
const turnsOf = (...paths: readonly string[]) => [
  { calls: paths.map((path) => ({ toolName: 'remove', input: { path } })) },
  'Done.',
];
const notes = createAgent({ name: 'notes', model: scriptedModel(turnsOf('notes/old.md')), tools: { remove } });
const pictures = createAgent({
  name: 'pictures',
  model: scriptedModel(turnsOf('scan-3.png', 'scan-4.png')),
  tools: { remove },
});

/** Two conversations, and one list of everything that is waiting. A press in the list moves to the card. */
function TwoChats(): ReactElement {
  const first = useAgentRun({ agent: notes });
  const second = useAgentRun({ agent: pictures });
  const start = (): void => {
    first.start('Tidy the notes');
    second.start('Tidy the pictures');
  };
  return (
    <>
      <DecisionTray sources={[first, second]} />
      <p>
        <button type="button" disabled={first.messages.length > 0} onClick={start}>
          Tidy both
        </button>
      </p>
      <Thread run={first} />
      <Thread run={second} />
    </>
  );
}

export const SeveralChats: Story = {
  parameters: { fills: false },
  render: () => <TwoChats />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Tidy both' }));

    await userEvent.click(await canvas.findByRole('button', { name: /3 waiting/ }));

    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });
    await expect(within(tray).getAllByRole('listitem').length).toBeGreaterThanOrEqual(3);
  },
};

export const Deceived: Story = {
  parameters: { fills: false },
  render: showRun((run) => <ApprovalQueue run={run} />),
  beforeEach: setUpRun({
    turns: [
      {
        calls: [
          { toolName: 'delete_file', input: { path: 'docs/../../еtc/pаsswd' } },
          { toolName: 'write_file', input: { path: '.env', content: 'API_KEY=sk-proj-Zk3v9Qw8Xy2Lm5Nt7Rb1' } },
        ],
      },
      'Nothing was touched.',
    ],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('note', { name: 'Look closely.' })).toBeVisible();
    await expect(canvas.queryByText(/sk-proj/)).toBeNull();
  },
};

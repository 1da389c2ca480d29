import type { Meta, StoryObj } from '@storybook/react-vite';
import { createGrants, type Grants } from 'countersign';
import { GrantList, GrantsPanel } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { expect, waitFor, within } from 'storybook/test';
import { partsOf } from '../support/index.js';

/** A fixed time, so that screenshots do not change. */
const noon = Date.UTC(2026, 3, 14, 12);

const call = {
  toolName: 'write_file',
  toolCallId: 'call-1',
  runId: 'run-1',
  input: { path: '/drafts/plan.md', content: 'Plan' },
  capabilities: ['fs.write:/drafts/plan.md'],
  annotations: {},
  agentPath: ['workspace'],
};

async function remembered(): Promise<Grants> {
  let count = 0;
  const grants = createGrants({ now: () => noon, generateId: () => `grant-${++count}` });
  await grants.add({
    effect: 'allow',
    remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'always' },
    call,
    by: 'Ada',
  });
  await grants.add({ effect: 'allow', remember: { scope: 'input', for: 'session' }, call });
  await grants.add({
    effect: 'deny',
    remember: { scope: 'tool', for: 'session' },
    call: { ...call, toolName: 'send_mail', toolCallId: 'call-7', capabilities: ['mail.send'] },
    message: 'Never send mail from here.',
  });
  return grants;
}

interface Args {
  readonly grants: Grants;
}

/** The code shown for an app. The stories get their grants from a loader. */
const code = `import { createGrants } from 'countersign';
import { GrantsPanel } from 'countersign/components';
import 'countersign/styles.css';

const grants = createGrants(); // the same as in useAgentRun({ agent, grants })

export function Remembered() {
  return <GrantsPanel grants={grants} />;
}`;

const meta: Meta<typeof GrantsPanel> = {
  title: 'Grants/GrantsPanel',
  component: GrantsPanel,
  subcomponents: partsOf('GrantList', GrantList),
  parameters: { docs: { source: { code } } },
  loaders: [async () => ({ grants: await remembered() })],
  render: (_, { loaded }) => <GrantsPanel grants={(loaded as Args).grants} />,
};
export default meta;

type Story = StoryObj<typeof GrantsPanel>;

/** Each remembered decision: what it covers, for how long, for whom, and since when. */
export const Remembered: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(3);
    await expect(canvas.getByText(/Always allow writing under/)).toBeVisible();
    await expect(canvas.getByText(/Refuse any use of/)).toBeVisible();
  },
};

/** Revoked decisions stay readable, but no longer answer any call. */
export const Revoked: Story = {
  play: async ({ canvas, loaded, userEvent }) => {
    const { grants } = loaded as Args;
    const [first] = canvas.getAllByRole('listitem');
    if (first === undefined) throw new Error('Nothing is listed.');

    await userEvent.click(within(first).getByRole('button', { name: /^Revoke/ }));

    await waitFor(() => expect(within(first).getByText('Revoked')).toBeVisible());
    await expect(grants.list()).toHaveLength(2);
  },
};

/** Nothing is remembered. */
export const Empty: Story = {
  loaders: [async () => ({ grants: createGrants() })],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing is remembered. You are asked each time.')).toBeVisible();
  },
};

/** Saving failed. The decision applies until the page is closed. */
export const NotSaved: Story = {
  loaders: [
    async () => {
      const save = () => Promise.reject(new Error('The disk is full.'));
      const grants = createGrants({ storage: { load: () => null, save } });
      await grants.add({ effect: 'allow', remember: { scope: 'tool', for: 'always' }, call });
      return { grants };
    },
  ],
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The disk is full.');
  },
};

/** In a narrow container, right to left. */
export const NarrowRightToLeft: Story = {
  globals: { viewport: { value: 'narrow' }, language: 'ar' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByRole('button', { name: new RegExp(`^${arabicStrings.grants.revoke}`) })).toHaveLength(
      3,
    );
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

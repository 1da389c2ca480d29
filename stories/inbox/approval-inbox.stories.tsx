import type { Meta, StoryObj } from '@storybook/react-vite';
import { ApprovalInbox, Inbox } from 'countersign/components';
import { expect, waitFor, within } from 'storybook/test';
import { partsOf } from '../support/index.js';
import { ChatAndInbox, createInboxServer, InboxOf, type InboxServer } from './inbox-server.js';

const code = `import { connectInbox } from 'countersign';
import { ApprovalInbox } from 'countersign/components';
import 'countersign/styles.css';

const inbox = connectInbox({ url: '/agents' });

export default function Page() {
  return <ApprovalInbox inbox={inbox} />;
}
`;

const meta: Meta<typeof ApprovalInbox> = {
  title: 'Inbox/ApprovalInbox',
  component: ApprovalInbox,
  subcomponents: partsOf('Inbox', Inbox),
  parameters: { fills: true, docs: { source: { code } } },
  args: { commit: 'each', letters: 'on', fold: 'long' },
  render: ({ inbox: _, ...args }, { loaded }) => (
    <InboxOf {...args} server={loaded.server} name={loaded.name ?? 'ada'} link={loaded.link} />
  ),
};
export default meta;

type Story = StoryObj<typeof ApprovalInbox>;

/** Creates the server of a story before rendering. */
function serverOf(make: () => Promise<InboxServer> | InboxServer, name: string = 'ada'): NonNullable<Story['loaders']> {
  return [async () => ({ server: await make(), name })];
}

const waiting = async (): Promise<InboxServer> => {
  const server = createInboxServer({ runs: [['old.txt'], ['drafts.txt', 'notes.txt']] });
  await server.start('eve', 'Delete what is old');
  await server.start('bob', 'Tidy up my drafts');
  return server;
};

/** Requests of two runs. One run is selected. */
export const Waiting: Story = {
  loaders: serverOf(waiting),
  play: async ({ canvas, userEvent }) => {
    const rows = within(await canvas.findByRole('navigation', { name: 'Requests' }));
    await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(2));
    await waitFor(() => expect(canvas.getAllByRole('button', { name: /^Approve$/ })).toHaveLength(1));

    await userEvent.click(rows.getByRole('button', { name: /drafts\.txt/ }));

    await waitFor(() => expect(canvas.getAllByRole('button', { name: /^Approve$/ })).toHaveLength(2));
    await expect(rows.getByRole('button', { name: /drafts\.txt/ })).toHaveAttribute('aria-current', 'true');
  },
};

/** The list is narrowed by a search and by a filter. */
export const Searched: Story = {
  loaders: serverOf(waiting),
  play: async ({ canvas, userEvent }) => {
    const list = await canvas.findByRole('navigation', { name: 'Requests' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));

    await userEvent.type(within(list).getByRole('searchbox', { name: 'Search requests' }), 'eve old');

    await expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await expect(within(list).getByRole('button', { name: /Delete old\.txt/ })).toBeVisible();
  },
};

/** More requests are waiting than are listed. Their number is shown next to the title. */
export const MoreThanShown: Story = {
  loaders: serverOf(async () => {
    const server = createInboxServer({ runs: [['old.txt'], ['drafts.txt'], ['notes.txt']] });
    await server.start('eve', 'Delete what is old');
    await server.start('bob', 'Tidy up my drafts');
    await server.start('eve', 'Delete my notes');
    return server;
  }),
  render: ({ inbox: _, ...args }, { loaded }) => (
    <InboxOf {...args} server={loaded.server} name="ada" maxQuestions={1} />
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2 more requests')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: /^Approve$/ })).toHaveLength(1);
  },
};

/** Nothing is waiting, and no run has finished. */
export const Empty: Story = {
  loaders: serverOf(() => createInboxServer()),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Nothing needs your approval.')).toBeVisible();
    await expect(await canvas.findByText('Nothing has finished yet.')).toBeVisible();
  },
};

/**
 * A rule requires two people, and one has approved. The card stays, and says who has approved and who is
 * missing.
 */
export const SecondPerson: Story = {
  loaders: serverOf(async () => {
    const server = createInboxServer({ approvals: 2 });
    await server.start('eve', 'Delete what is old');
    return server;
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve' }));

    await expect(await canvas.findByText(/you approved. Waiting for one more/)).toBeVisible();
    await expect(await canvas.findByText('You')).toBeVisible();
  },
};

/** Somebody else answered first. The card shows their answer. */
export const Elsewhere: Story = {
  loaders: serverOf(async () => {
    const server = createInboxServer();
    await server.start('eve', 'Delete what is old');
    return server;
  }),
  play: async ({ canvas, loaded }) => {
    await canvas.findByRole('button', { name: 'Approve' });
    await loaded.server.answer('bob', { kind: 'tool-denied', message: 'Keep it.' });

    await expect(await canvas.findByText(/^Delete old.txt: denied, .*Bob/)).toBeVisible();
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Approve' })).toBeNull());
  },
};

/** The user started the run, so an approval of this user does not count. Approve is disabled and says why. */
export const Refused: Story = {
  loaders: serverOf(async () => {
    const server = createInboxServer({ approvals: 2 });
    await server.start('ada', 'Delete what is old');
    return server;
  }),
  play: async ({ canvas, userEvent }) => {
    const approve = await canvas.findByRole('button', { name: 'Approve' });

    await userEvent.click(approve);

    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await expect(approve).toHaveAccessibleDescription('You started this, so someone else has to approve it.');
  },
};

/** The server cannot be reached. Requests are retried, and the button retries immediately. */
export const Unreachable: Story = {
  loaders: serverOf(() => Object.assign(createInboxServer(), { state: 'down' as const })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Your requests could not be loaded/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const over = async (): Promise<InboxServer> => {
  const server = createInboxServer();
  await server.start('ada', 'Delete what is old');
  await server.answer('bob', true);
  return server;
};

/** A finished run, with its decisions and who made them. */
export const History: Story = {
  loaders: serverOf(over),
  play: async ({ canvas, userEvent }) => {
    const line = await canvas.findByText('Delete what is old');
    await expect(line.offsetHeight).toBeLessThan(40);
    await userEvent.click(line);

    await expect(await canvas.findByText(/^approved/)).toBeVisible();
  },
};

const answered = async (): Promise<InboxServer> => {
  const server = createInboxServer({ runs: [['old.txt'], ['drafts.txt'], ['notes.txt']], ends: 'after-each' });
  await server.start('eve', 'Delete what is old');
  await server.answer('ada', true);
  await server.start('bob', 'Tidy up my drafts');
  await server.answer('ada', { kind: 'tool-denied', message: 'Bob still needs it.' });
  await server.start('eve', 'Delete my notes');
  return server;
};

/** The decisions of this person: the action, the decision, its time, and who asked. */
export const DecidedByYou: Story = {
  loaders: serverOf(answered),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('button', { name: 'For you' })).toHaveAttribute('aria-pressed', 'true');
    await expect(await canvas.findByText('1 action')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Decided by you' }));

    await expect(await canvas.findByRole('button', { name: 'For you 1' })).toHaveAttribute('aria-pressed', 'false');
    const rows = within(await canvas.findByRole('list')).getAllByRole('listitem');
    await expect(rows).toHaveLength(2);
    await expect(rows[0]).toHaveTextContent(/Delete drafts\.txt.*denied.*Requested by Bob/);
    await expect(rows[1]).toHaveTextContent(/Delete old\.txt.*approved.*Requested by Eve/);
    await expect(canvas.queryByRole('button', { name: 'Approve' })).toBeNull();
  },
};

/** This person has decided nothing so far. */
export const NothingDecided: Story = {
  loaders: serverOf(() => createInboxServer()),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Decided by you' }));

    await expect(await canvas.findByText('You have not decided anything yet.')).toBeVisible();
  },
};

/** A chat on the same page has the cards: the inbox leads there. */
export const AlsoInChat: Story = {
  loaders: serverOf(() => createInboxServer({ runs: [['old.txt']] }), 'eve'),
  render: ({ inbox: _, ...args }, { loaded }) => <ChatAndInbox {...args} server={loaded.server} name="eve" />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Message' }), 'Delete what is old');
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    const there = await canvas.findByRole('button', { name: 'Answer it in the chat' });
    await expect(canvas.getAllByRole('button', { name: 'Approve' })).toHaveLength(1);

    await userEvent.click(there);

    const card = within(canvas.getByRole('region', { name: 'Chat' })).getByRole('group', { name: 'Delete old.txt' });
    await expect(card.contains(document.activeElement)).toBe(true);
  },
};

const linked = (state?: 'expired' | 'answered'): NonNullable<Story['loaders']> => [
  async () => {
    const server = createInboxServer();
    await server.start('eve', 'Delete what is old');
    const link = await server.linkFor('ada', state === 'expired' ? state : undefined);
    if (state === 'answered') await server.answer('bob', true);
    return { server, name: 'ada', link };
  },
];

/** A link leads to one request. */
export const Linked: Story = {
  loaders: linked(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Approve' })).toBeVisible();
  },
};

/** The link has expired: nothing is offered that cannot help. */
export const LinkExpired: Story = {
  loaders: linked('expired'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This link has expired or was already used.')).toBeVisible();
    await expect(canvas.queryAllByRole('button')).toHaveLength(0);
  },
};

/** Somebody has answered the request of the link. */
export const LinkAnswered: Story = {
  loaders: linked('answered'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This request has been answered.')).toBeVisible();
  },
};

/** On a phone. */
export const Narrow: Story = {
  loaders: serverOf(waiting),
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const rows = within(await canvas.findByRole('navigation', { name: 'Requests' }));
    await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(2));
    await expect(canvas.queryByRole('button', { name: /^Approve$/ })).toBeNull();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);

    await userEvent.click(rows.getByRole('button', { name: /drafts\.txt/ }));

    await waitFor(() => expect(canvas.getAllByRole('button', { name: /^Approve$/ })).toHaveLength(2));
    await expect(canvas.queryByRole('navigation', { name: 'Requests' })).toBeNull();
    const back = canvas.getByRole('button', { name: 'All requests' });
    await waitFor(() => expect(back).toHaveFocus());
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
    await userEvent.click(back);
    await waitFor(async () => expect(await canvas.findByRole('button', { name: /drafts\.txt/ })).toHaveFocus());
  },
};

/** In Arabic, right to left. */
export const Arabic: Story = {
  loaders: serverOf(waiting),
  globals: { language: 'ar' },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByText(/بطلب من Eve/))[0]).toBeVisible();
  },
};

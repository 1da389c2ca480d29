import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  buildResults,
  type ConversationState,
  createAgent,
  createConversation,
  toolDenied,
  type UseAgentRunResult,
} from 'countersign';
import { EventFeed, Feed } from 'countersign/components';
import { scriptedModel } from 'countersign/testing';
import { type ReactElement, useState } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { clearEnv, deleteOld, partsOf, readPlan, setUpRun, showRun } from '../support/index.js';
import { manyEvents, recorded } from './recorded.js';

const meta: Meta<typeof EventFeed> = {
  title: 'Feed/EventFeed',
  component: EventFeed,
  subcomponents: partsOf('Feed', Feed),
  render: showRun((run) => <EventFeed run={run} />),
};
export default meta;

type Story = StoryObj<typeof EventFeed>;

/** The run is waiting for approval. Pending steps have hollow markers, finished steps have filled ones. */
export const Live: Story = {
  beforeEach: setUpRun({ turns: [{ after: 940, text: 'One moment.', calls: [readPlan, clearEnv, deleteOld] }] }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('live')).toBeVisible();
    const batch = canvas.getByRole('row', { name: /Asked you about 2 actions/ });
    await expect(within(batch).getByRole('img', { name: 'waiting' })).toBeVisible();

    await userEvent.click(within(batch).getByText('Asked you about 2 actions'));
    await userEvent.click(canvas.getByRole('button', { name: 'Raw events' }));

    await expect(
      within(canvas.getByRole('region', { name: /^\d+ events?$/ })).getByText(/"type": "deferred-request"/),
    ).toBeVisible();
  },
};

/** A finished run with an approval, a denial and their results. */
export const Completed: Story = {
  beforeEach: setUpRun({
    turns: [
      { after: 940, calls: [clearEnv, deleteOld] },
      { after: 600, text: 'The rest is as it was.' },
    ],
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', toolDenied('I still need it.'));
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /agent finished/ })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('agent finished');
    await expect(canvas.getByText('denied: I still need it.', { exact: false })).toBeVisible();
    await expect(canvas.queryByText('live')).toBeNull();
  },
};

/** The model could not be reached. */
export const Failed: Story = {
  beforeEach: setUpRun({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    const row = canvas.getByRole('row', { name: /agent failed/ });
    await expect(within(row).getByRole('img', { name: 'refused or failed' })).toBeVisible();
  },
};

/** The run ended with open calls. They stay in the feed until another run answers them. */
export const Deferred: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [clearEnv] }],
    handler: async (requests) =>
      buildResults(requests, { defer: requests.approvals.map(({ toolCallId }) => toolCallId) }),
    until: 'deferred',
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /agent paused, actions left open/ })).toBeVisible();
  },
};

/** A stored conversation: the newest events are in memory, and earlier events are loaded on demand. */
export const EarlierIsKept: Story = {
  render: () => <KeptFeed />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('row', { name: /lead · agent started/ })).toBeNull();
    const button = canvas.getByRole('button', { name: 'Show earlier' });
    button.focus();

    await userEvent.keyboard('{Enter}');

    await expect(canvas.getByText('This is all')).toBeVisible();
    await expect(document.activeElement).toHaveTextContent('This is all');
  },
};

function KeptFeed(): ReactElement {
  const [run] = useState(storedRun);
  return <EventFeed run={run} />;
}

/** A conversation whose storage has the events before its newest ones. */
function storedRun(): Pick<UseAgentRunResult, 'store' | 'showEarlier'> {
  const { store } = createConversation(() => ({ agent: createAgent({ model: scriptedModel([]) }) }));
  let state: ConversationState = { ...store.getState(), events: recorded.slice(14), earlierEvents: 'kept' };
  const listeners = new Set<Parameters<typeof store.subscribe>[0]>();
  return {
    store: {
      getState: () => state,
      getInitialState: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    showEarlier: () => {
      const before = state;
      state = { ...state, events: recorded, earlierEvents: 'none' };
      for (const listener of listeners) listener(state, before);
    },
  };
}

/** A long conversation without a storage, in an app that limits the number of events in memory. */
export const EarlierIsDropped: Story = {
  beforeEach: setUpRun({
    maxEvents: 16,
    turns: [{ text: 'I read first.', calls: [readPlan] }, { text: 'And once more.', calls: [readPlan] }, 'That is it.'],
    until: (state) => state.status === 'idle' && state.outcome !== null,
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Earlier events are no longer available')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  },
};

/** A user stopped the run while it was waiting. */
export const Aborted: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [deleteOld] }],
    prepare: async ({ conversation, until }) => {
      conversation.stop();
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /agent stopped/ })).toBeVisible();
    await expect(canvas.queryByRole('img', { name: 'waiting' })).toBeNull();
  },
};

/** A sub-agent's run is nested in its call. It can be collapsed, or shown alone. */
export const SubAgents: Story = {
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas, userEvent }) => {
    const inner = canvas.getByRole('row', { name: /cleaner · agent started/ });
    await expect(inner).toHaveAttribute('aria-level', '4');
    await userEvent.click(canvas.getByRole('button', { name: 'Filter' }));
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Agent' }), 'lead › cleaner');
    await waitFor(() => expect(canvas.queryByRole('row', { name: /Sign in/ })).toBeNull());
    await expect(canvas.getByRole('row', { name: /Delete file: blocked/ })).toHaveTextContent(
      'by rule delete of policy careful',
    );
  },
};

/** The provider was overloaded, and the request was retried. */
export const Retries: Story = {
  beforeEach: setUpRun({
    turns: [{ fails: 'Overloaded', status: 529, isRetryable: true }, 'Here I am again.'],
    until: (state) => state.status === 'idle' && state.outcome !== null,
  }),
  play: async ({ canvas }) => {
    const row = canvas.getByRole('row', { name: /the model did not answer, trying again \(2\)/ });
    await expect(within(row).getByRole('img', { name: 'attention' })).toBeVisible();
    await expect(canvas.getByText('Retries')).toBeVisible();
  },
};

/**
 * Rows filtered by kind and by text, including the text of their events. Parent rows of a match
 * stay visible.
 */
export const FilterAndSearch: Story = {
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Filter' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Policy' }));
    await userEvent.type(canvas.getByRole('searchbox'), 'old notes stay');
    await expect(await canvas.findByText('No line matches')).toBeVisible();

    await userEvent.click(canvas.getByRole('button', { name: 'Policy' }));

    await expect(await canvas.findByRole('row', { name: /text You are signed in/ })).toBeVisible();
    await expect(canvas.queryByRole('row', { name: /Sign in as/ })).toBeNull();
  },
};

/**
 * A row unfolds to words, and one press further to its events as JSON. Secrets are hidden until the user reveals them,
 * and are not copied before that.
 */
export const UnfoldedWithRedaction: Story = {
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText(/^Sign in as ana: /));
    await expect(canvas.getByText('Tool').nextSibling).toHaveTextContent('sign_in');
    await userEvent.click(canvas.getByRole('button', { name: 'Raw events' }));
    const json = canvas.getByRole('region', { name: /^\d+ events?$/ });
    await expect(json).toHaveTextContent('"password": "[redacted]"');
    await expect(canvas.getByRole('button', { name: 'Show what is redacted' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await expect(canvas.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
  },
};

const many = manyEvents(10_000);

/** 10,000 events. Only the visible rows, and a few more, are in the page. */
export const TenThousandEvents: Story = {
  render: () => <EventFeed events={many} />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    const grid = canvas.getByRole('treegrid');
    await expect(Number(grid.getAttribute('aria-rowcount'))).toBeGreaterThan(4_000);
    await expect(canvas.getAllByRole('row').length).toBeLessThan(200);
    grid.focus();
    await userEvent.keyboard('{Home}');
    await expect(await canvas.findByRole('row', { name: /Step 1 / })).toBeVisible();
    await expect(canvasElement.querySelectorAll('[data-cs="feed-line"]').length).toBeLessThan(200);
  },
};

/** Exports all events as a file. Secrets are redacted, or included after a warning. */
export const Export: Story = {
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }));
    await expect(canvas.getByRole('button', { name: 'Download, redacted' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Download everything' })).toHaveAccessibleDescription(
      /can read them/,
    );
  },
};

/** At 320 px the bars disappear and the text stays. */
export const Narrow: Story = {
  globals: { viewport: { value: 'narrow' } },
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Filter' }));
    await expect(canvas.getByRole('searchbox')).toBeVisible();
    const { documentElement } = canvasElement.ownerDocument;
    await expect(documentElement.scrollWidth).toBeLessThanOrEqual(documentElement.clientWidth);
  },
};

/** Right to left, with other strings and number formats. Tool names, JSON and times keep their direction. */
export const RightToLeft: Story = {
  globals: { language: 'ar' },
  render: () => <EventFeed events={recorded} />,
  play: async ({ canvas }) => {
    const row = canvas.getAllByRole('row', { name: /أنهى الوكيل عمله/ }).at(-1);
    const [time, words] = within(row ?? canvas.getByRole('treegrid')).getAllByRole('gridcell');
    await expect(time?.getBoundingClientRect().left).toBeGreaterThan(words?.getBoundingClientRect().left ?? 0);
  },
};

/** Nothing has happened yet. */
export const Empty: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing has happened yet')).toBeVisible();
    await expect(canvas.queryByRole('treegrid')).toBeNull();
  },
};

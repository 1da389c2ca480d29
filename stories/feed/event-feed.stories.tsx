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
import { clearEnv, deleteOld, given, partsOf, readPlan, showRun } from '../support/index.js';
import { manyEvents, recorded } from './recorded.js';

const meta: Meta<typeof EventFeed> = {
  title: 'Feed/EventFeed',
  component: EventFeed,
  subcomponents: partsOf('Feed', Feed),
  render: showRun((run) => <EventFeed run={run} />),
};
export default meta;

type Story = StoryObj<typeof EventFeed>;

/** The run waits for people: what waits is hollow, what is done is full. */
export const Live: Story = {
  beforeEach: given({ turns: [{ after: 940, text: 'One moment.', calls: [readPlan, clearEnv, deleteOld] }] }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('live')).toBeVisible();
    const batch = canvas.getByRole('row', { name: /Asked you about 2 actions/ });
    await expect(within(batch).getByRole('img', { name: 'waiting' })).toBeVisible();

    await userEvent.click(within(batch).getByText('Asked you about 2 actions'));

    await expect(
      within(canvas.getByRole('region', { name: /^\d+ events?$/ })).getByText(/"type": "deferred-request"/),
    ).toBeVisible();
  },
};

/** A finished run: a yes, a no, and what came of them. */
export const Completed: Story = {
  beforeEach: given({
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
  beforeEach: given({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    const row = canvas.getByRole('row', { name: /agent failed/ });
    await expect(within(row).getByRole('img', { name: 'refused or failed' })).toBeVisible();
  },
};

/** The run ended with open questions: they wait in the feed as well, until another run answers them. */
export const Deferred: Story = {
  beforeEach: given({
    turns: [{ calls: [clearEnv] }],
    handler: async (requests) =>
      buildResults(requests, { defer: requests.approvals.map(({ toolCallId }) => toolCallId) }),
    until: 'deferred',
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /agent paused, actions left open/ })).toBeVisible();
  },
};

/** A conversation that is kept: its newest events are held, and the others are read where somebody wants them. */
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
  const [run] = useState(keptRun);
  return <EventFeed run={run} />;
}

/** A conversation whose storage has what was before its newest events. */
function keptRun(): Pick<UseAgentRunResult, 'store' | 'showEarlier'> {
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

/** A long conversation that nothing keeps, in an app that holds few events. */
export const EarlierIsDropped: Story = {
  beforeEach: given({
    maxEvents: 16,
    turns: [{ text: 'I read first.', calls: [readPlan] }, { text: 'And once more.', calls: [readPlan] }, 'That is it.'],
    until: (state) => state.status === 'idle' && state.outcome !== null,
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Earlier events are no longer available')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  },
};

/** Somebody stopped the run while it waited. */
export const Aborted: Story = {
  beforeEach: given({
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

/** An agent called another: its run stands in the call that it is, and can be folded away or looked at alone. */
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

/** The provider was overloaded and was asked again. */
export const Retries: Story = {
  beforeEach: given({
    turns: [{ fails: 'Overloaded', status: 529, isRetryable: true }, 'Here I am again.'],
    until: (state) => state.status === 'idle' && state.outcome !== null,
  }),
  play: async ({ canvas }) => {
    const row = canvas.getByRole('row', { name: /the model did not answer, trying again \(2\)/ });
    await expect(within(row).getByRole('img', { name: 'attention' })).toBeVisible();
    await expect(canvas.getByText('Retries')).toBeVisible();
  },
};

/** Lines by kind and by words, also by what stands in their events. What they stand in stays. */
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

/** A line unfolds to words, and one press further to its events as JSON. Secrets are hidden until someone asks for them, and are not copied before. */
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

/** 10,000 events, of which as many are in the page as fit, and some. */
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

/** All events as a file. The whole of them only after a warning. */
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

/** At 320 px the bars go and the words stay. */
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

/** From right to left, with other words and numbers. Names of tools, JSON and times keep their own order. */
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
  beforeEach: given({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing has happened yet')).toBeVisible();
    await expect(canvas.queryByRole('treegrid')).toBeNull();
  },
};

import type { ReactElement } from 'react';
import { Inbox } from '../../src/components/index.js';
import type { InboxState, RunInbox } from '../../src/hooks/use-run-inbox.js';
import { createAgent, RemoteError } from '../../src/index.js';
import { scriptedModel } from '../../src/testing/index.js';
import type { PartTable } from './part-conformance.js';

const ada = { id: 'ada', name: 'Ada' };

/** Returns an inbox with this state. */
function inboxOf(said: Partial<InboxState> = {}): RunInbox {
  const state: InboxState = { status: 'ready', error: null, asked: {}, news: [], ...said };
  return {
    id: 'inbox',
    agent: createAgent({ model: scriptedModel(['Nothing waits.']) }),
    state: () => state,
    subscribe: () => () => {},
    refresh: () => {},
    history: async () => [],
    decided: async () => [],
    record: async () => [],
  };
}

const within =
  (said?: Partial<InboxState>) =>
  (part: ReactElement): ReactElement => <Inbox.Root inbox={inboxOf(said)}>{part}</Inbox.Root>;

const error = new RemoteError('remote-unreachable', 'The server is away.');

export const inboxParts: PartTable<typeof Inbox> = {
  Root: () => ({ props: { inbox: inboxOf() } }),
  Title: () => ({ within: within() }),
  Problem: () => ({ within: within({ status: 'failed', error }) }),
  Empty: () => ({ within: within() }),
  List: () => ({ within: within(), element: 'none' }),
  Back: () => ({ within: within(), element: 'none' }),
  Waiting: () => ({ within: within(), element: 'none' }),
  Pages: () => ({ within: within() }),
  Decided: () => ({ within: within(), element: 'none' }),
  Asked: () => ({ props: { runId: 'r' }, within: within({ asked: { r: { requester: ada, askedAt: 0 } } }) }),
  News: () => ({ within: within({ news: [{ id: 1, title: 'Delete old.txt', type: 'over' }] }) }),
  History: () => ({ within: within() }),
};

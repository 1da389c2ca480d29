import { useState } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { InboxState } from '../../hooks/use-run-inbox.js';
import { hideInText } from '../value/hidden-places.js';

/** The groups of requests that an inbox can be narrowed to. */
export const inboxGroups = ['all', 'risky', 'due'] as const;

/** `risky`: of high risk or destructive. `due`: with a deadline. */
export type InboxGroup = (typeof inboxGroups)[number];

/** The two lists of an inbox. */
export const inboxPages = ['waiting', 'decided'] as const;

/** One of the lists of an inbox. */
export type InboxPage = (typeof inboxPages)[number];

/** The requests of an inbox that are listed, and the one that is shown. */
export interface InboxChoice {
  /** `waiting`: the requests. `decided`: what the user has decided. */
  readonly page: InboxPage;
  readonly turnTo: (page: InboxPage) => void;
  readonly group: InboxGroup;
  readonly search: string;
  readonly narrow: (by: { readonly group?: InboxGroup; readonly search?: string }) => void;
  /** The listed requests, oldest first. */
  readonly listed: readonly PendingBatch[];
  /** The request whose cards are shown: the chosen one, or else the first of the list. */
  readonly shown: PendingBatch | undefined;
  /** `detail`: the user has opened a request. A narrow inbox hides the list then. */
  readonly view: 'list' | 'detail';
  readonly open: (batchId: string) => void;
  readonly back: () => void;
}

/** Returns the choice among the requests of an inbox. A request that is closed makes room for the next one. */
export function useInboxChoice(pending: readonly PendingBatch[], asked: InboxState['asked']): InboxChoice {
  const [by, setBy] = useState<{ readonly group: InboxGroup; readonly search: string }>({ group: 'all', search: '' });
  const [page, turnTo] = useState<InboxPage>('waiting');
  const [opened, setOpened] = useState<{ readonly batchId: string; readonly view: InboxChoice['view'] }>();
  const listed = pending.filter((batch) => belongsToGroup(batch, by.group) && matches(batch, by.search, asked));
  const chosen = pending.find(({ batchId }) => batchId === opened?.batchId);
  return {
    page,
    turnTo,
    ...by,
    narrow: (next) => setBy({ ...by, ...next }),
    listed,
    shown: chosen ?? listed[0],
    view: chosen === undefined ? 'list' : (opened?.view ?? 'list'),
    open: (batchId) => setOpened({ batchId, view: 'detail' }),
    back: () => setOpened((before) => (before === undefined ? undefined : { ...before, view: 'list' })),
  };
}

/** Returns the title of a call without secrets. */
export function readableTitle({ call }: PendingItem): string {
  return hideInText(call.title, call);
}

function belongsToGroup(batch: PendingBatch, group: InboxGroup): boolean {
  if (group === 'due') return batch.expiresAt !== undefined;
  return group === 'all' || batch.items.some(({ call }) => call.risk === 'high' || call.risk === 'destructive');
}

/** Every word of the search is in a title or in the name of the person who started the run. */
function matches({ items, runId }: PendingBatch, search: string, asked: InboxState['asked']): boolean {
  const { requester } = asked[runId] ?? {};
  const text = [...items.map(readableTitle), requester?.name, requester?.id].join('\n').toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

'use client';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { InboxState, RunInbox } from '../../hooks/use-run-inbox.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** What the parts of an inbox need from it. */
export interface InboxControl extends InboxState {
  readonly inbox: RunInbox;
  /** What waits, as a conversation whose `pending` it is. */
  readonly run: UseAgentRunResult;
  /** How many calls wait. */
  readonly count: number;
  readonly titleId: string;
}

/** Provided by `Inbox.Root`. */
export const InboxContext: PartContext<InboxControl> = partContext(
  'Inbox.Root inbox={…}',
  'it does not know what waits',
);

'use client';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { InboxState, RunInbox } from '../../hooks/use-run-inbox.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** The values that the parts of an inbox share. */
interface InboxControl extends InboxState {
  readonly inbox: RunInbox;
  /** The pending calls, as the `pending` of a conversation. */
  readonly run: UseAgentRunResult;
  /** The number of pending calls. */
  readonly count: number;
  readonly titleId: string;
}

/** Provided by `Inbox.Root`. */
export const InboxContext: PartContext<InboxControl> = partContext(
  'Inbox.Root inbox={…}',
  'it does not know what waits',
);

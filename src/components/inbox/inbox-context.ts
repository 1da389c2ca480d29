'use client';
import { type Context, createContext } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { InboxState, RunInbox } from '../../hooks/use-run-inbox.js';
import { useWithin } from '../part/use-within.js';

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
export const InboxContext: Context<InboxControl | null> = createContext<InboxControl | null>(null);

/**
 * The inbox around.
 *
 * @throws UserError when there is none.
 */
export function useInboxAround(part: string): InboxControl {
  return useWithin(InboxContext, {
    part: `Inbox.${part}`,
    inside: 'Inbox.Root inbox={…}',
    so: 'it does not know what waits',
  });
}

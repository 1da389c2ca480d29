'use client';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { InboxState, RunInbox } from '../../hooks/use-run-inbox.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import type { InboxVerdict } from '../../words/english/inbox.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { InboxChoice } from './inbox-choice.js';

/** The values that the parts of an inbox share. */
interface InboxControl extends InboxState {
  readonly inbox: RunInbox;
  /** The pending calls, as the `pending` of a conversation. */
  readonly run: UseAgentRunResult;
  /** The number of pending calls. */
  readonly count: number;
  /** The number of pending requests. */
  readonly batches: number;
  readonly choice: InboxChoice;
  readonly titleId: string;
}

/** Provided by `Inbox.Root`. */
export const InboxContext: PartContext<InboxControl> = partContext(
  'Inbox.Root inbox={…}',
  'it does not know what waits',
);

/** Returns `true` if the server refused a request, so that another attempt cannot help. */
export function cannotRetry(error: InboxState['error']): boolean {
  return error?.code === 'remote-refused';
}

/** Returns the verdict of an answer that counts. */
export function verdictOf({ kind }: DeferredAnswer): InboxVerdict {
  if (kind === 'tool-approved') return 'approved';
  if (kind === 'tool-denied') return 'denied';
  return kind === 'tool-expired' ? 'expired' : 'answered';
}

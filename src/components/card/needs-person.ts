import type { PendingItem } from '../../approval/broker/pending.js';
import type { ClientTools } from '../../hooks/client-tools.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';

/** The number of calls that wait for a person, by the kind of answer. */
export interface NeededAnswers {
  /** Calls to approve or deny. */
  readonly approvals: number;
  /** Client tools that only a person can answer, and interrupted calls. */
  readonly answers: number;
  /** Calls that others have to approve. */
  readonly others: number;
}

/** Returns `true` when an approval of the reader counts, or when nobody says that it does not. */
export function mayViewerApprove({ approvalProgress }: DeferredCall): boolean {
  return approvalProgress === undefined || approvalProgress.viewer === 'open';
}

/** Counts calls by the kind of answer that they need. */
export function countNeeded(items: readonly PendingItem[]): NeededAnswers {
  const asked = items.filter(({ kind, call }) => kind === 'approval' && call.interrupted === undefined);
  const approvals = asked.filter(({ call }) => mayViewerApprove(call)).length;
  return { approvals, answers: items.length - asked.length, others: asked.length - approvals };
}

/**
 * Returns `true` when a person has to act: a client tool with `execute` works by itself, unless its call was
 * interrupted.
 */
export function needsPerson(item: PendingItem, clientTools: ClientTools): boolean {
  if (item.kind === 'approval' || item.call.interrupted !== undefined) return true;
  const tool = ownMember(clientTools, item.call.toolName);
  return tool === undefined || 'render' in tool;
}

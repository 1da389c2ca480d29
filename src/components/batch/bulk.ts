import type { PendingItem } from '../../approval/broker/pending.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { ownMember } from '../../protocol/base/record.js';
import { mayViewerApprove } from '../card/needs-person.js';

/** The open calls of a batch, by the answers that one press may give. */
export interface Bulk {
  /** The calls that “approve all” approves. */
  readonly approvable: readonly PendingItem[];
  /** Those of low risk. */
  readonly lowRisk: readonly PendingItem[];
  /** The calls that “approve all” leaves out. */
  readonly left: readonly PendingItem[];
}

/**
 * Sorts the open calls that the reader may approve. One press never approves a destructive call, nor one that is being
 * edited or denied.
 */
export function bulkOf(waiting: readonly PendingItem[], drafts: Readonly<Record<string, Draft>>): Bulk {
  const open = waiting.filter(({ call }) => mayViewerApprove(call));
  const isApprovable = ({ id, call }: PendingItem): boolean =>
    call.risk !== 'destructive' && ownMember(drafts, id) === undefined;
  const approvable = open.filter(isApprovable);
  return {
    approvable,
    lowRisk: approvable.filter(({ call }) => call.risk === 'low'),
    left: open.filter((item) => !isApprovable(item)),
  };
}

import type { PendingItem } from '../../approval/broker/pending.js';
import { ownMember } from '../../protocol/base/record.js';
import type { Draft } from '../../store/state/conversation-state.js';

/** The open calls of a batch, by what one press may say to them. */
export interface Bulk {
  /** What “approve all” approves. */
  readonly approvable: readonly PendingItem[];
  /** Of these, the ones of low risk. */
  readonly lowRisk: readonly PendingItem[];
  /** What “approve all” leaves to be approved one by one. */
  readonly left: readonly PendingItem[];
}

/** One press never approves something destructive, nor a card on which someone has begun to edit or to deny. */
export function bulkOf(open: readonly PendingItem[], drafts: Readonly<Record<string, Draft>>): Bulk {
  const isApprovable = ({ id, call }: PendingItem): boolean =>
    call.risk !== 'destructive' && ownMember(drafts, id) === undefined;
  const approvable = open.filter(isApprovable);
  return {
    approvable,
    lowRisk: approvable.filter(({ call }) => call.risk === 'low'),
    left: open.filter((item) => !isApprovable(item)),
  };
}

import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { Issue } from '../../protocol/signals.js';
import type { TurnCall } from '../run/turn.js';

/** Notes whom it takes to say yes to a call. */
export function needPeople(call: TurnCall, needs: readonly PeopleNeeded[] = []): void {
  if (needs.length === 0) delete call.ruling.needs;
  else call.ruling.needs = needs;
}

/**
 * Returns the issues of an approval that names too few people. The server that collects the answers decides who counts.
 */
export function approvalIssues(needs: readonly PeopleNeeded[], approvedBy: readonly string[] = []): readonly Issue[] {
  const people = new Set(approvedBy).size;
  return needs.flatMap((need) => (people >= need.approvals ? [] : [{ path: [], message: needInWords(need) }]));
}

function needInWords({ approvals, from = [], notRequester }: PeopleNeeded): string {
  const whose = from.length === 0 ? '' : ` from ${from.join(' or ')}`;
  const other = notRequester === undefined ? '' : ' (not from the person who started the run)';
  const count = approvals === 1 ? '1 approval' : `${approvals} approvals`;
  return `This needs ${count}${whose}${other}. This page cannot count approvals of several people. Leave the call for later on a server that can, or deny it.`;
}

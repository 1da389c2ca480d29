import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { Issue } from '../../protocol/signals.js';
import type { TurnCall } from '../run/turn.js';

/** Notes whom it takes to say yes to a call. */
export function needPeople(call: TurnCall, needs: readonly PeopleNeeded[] = []): void {
  if (needs.length === 0) delete call.ruling.needs;
  else call.ruling.needs = needs;
}

/** What is wrong with a yes that names too few people. Who of them counts is known to whoever gathers their answers. */
export function approvalIssues(needs: readonly PeopleNeeded[], approvedBy: readonly string[] = []): readonly Issue[] {
  const people = new Set(approvedBy).size;
  return needs.flatMap((need) => (people >= need.approvals ? [] : [{ path: [], message: needInWords(need) }]));
}

function needInWords({ approvals, from = [], notRequester }: PeopleNeeded): string {
  const whose = from.length === 0 ? '' : ` of ${from.join(' or ')}`;
  const other = notRequester === undefined ? '' : ', and not whoever started the run';
  const who = approvals === 1 ? `somebody's yes${whose}` : `the yes of ${approvals} people${whose}`;
  return `It takes ${who}${other}. Nobody counts them here: leave it open for a server that does, or deny it.`;
}

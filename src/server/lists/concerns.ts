import { deferredCalls } from '../../protocol/deferred.js';
import type { ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { isSamePerson, tenantOf } from '../request/person.js';

/** Returns the names of a person in rules: `person:ada`, `role:ops`. */
export function namesOf({ id, roles = [] }: Person): readonly string[] {
  return [`person:${id}`, ...roles.map((role) => `role:${role}`)];
}

/** Returns the names of the possible approvers of a batch, or `undefined` if anyone may approve one of its calls. */
export function audienceOf({ requests }: ServedBatch): readonly string[] | undefined {
  const audience = new Set<string>();
  for (const { call } of deferredCalls(requests)) {
    const lists = call.needs?.flatMap(({ from }) => (from === undefined ? [] : [from])) ?? [];
    const isOpenToAll = lists.length === 0 || lists.length < (call.needs?.length ?? 0);
    if (isOpenToAll) return undefined;
    for (const name of lists.flat()) audience.add(name);
  }
  return [...audience];
}

/**
 * Returns `true` when a batch may concern a person: it belongs to their tenant, and they started the run or may approve
 * one of its calls. Stores filter lists by this rule; then `authorize` decides about each batch.
 */
export function concerns(batch: ServedBatch, person: Person): boolean {
  if (tenantOf(batch.requester) !== tenantOf(person)) return false;
  const audience = audienceOf(batch);
  const names = namesOf(person);
  return (
    isSamePerson(batch.requester, person) || audience === undefined || audience.some((name) => names.includes(name))
  );
}

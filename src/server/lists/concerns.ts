import type { ServedBatch } from '../../agent/run-server/batch-record.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { deferredCalls } from '../../protocol/deferred.js';

/** The tenant of a person, as stores keep it: people without one share the empty tenant. */
export function tenantOf({ tenant = '' }: Person): string {
  return tenant;
}

/** Returns `true` for the same person of the same tenant: two tenants may know different people by one id. */
export function isSamePerson(one: Person, other: Person): boolean {
  return one.id === other.id && tenantOf(one) === tenantOf(other);
}

/** Returns the key of a person among those of all tenants. Someone without a tenant keeps their id, unless it could be the key of somebody else. */
export function personKey({ id, tenant }: Person): string {
  return tenant === undefined && !id.startsWith('[') ? id : JSON.stringify([tenantOf({ id, tenant }), id]);
}

/** The names under which rules know a person: `person:ada`, `role:ops`. */
export function namesOf({ id, roles = [] }: Person): readonly string[] {
  return [`person:${id}`, ...roles.map((role) => `role:${role}`)];
}

/** The names whose approval counts for some call of a batch. `undefined`: a call accepts an answer from everybody. */
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
 * Returns `true` when a question may concern a person: it belongs to their tenant, and they started the run or may approve one of its calls. Stores narrow
 * lists by it; `authorize` decides on the rest.
 */
export function concerns(batch: ServedBatch, person: Person): boolean {
  if (tenantOf(batch.requester) !== tenantOf(person)) return false;
  const audience = audienceOf(batch);
  const names = namesOf(person);
  return (
    isSamePerson(batch.requester, person) || audience === undefined || audience.some((name) => names.includes(name))
  );
}

import { personKey } from '../../server/request/person.js';
import type { RunQuery } from '../../server/runs/run-store.js';

/**
 * Returns the query for a list of runs, newest first. Only the given filters are conditions, so that Postgres chooses
 * an index for them.
 */
export function listQuery(query: RunQuery): [text: string, values: unknown[]] {
  const { startedBy, chat, state, agent, tenant, title, limit = 50, before, after, since } = query;
  const values: unknown[] = [];
  const conditions: string[] = ['true'];
  const add = (value: unknown): string => `$${values.push(value)}`;
  if (startedBy !== undefined) conditions.push(`started_by = ${add(personKey(startedBy))}`);
  if (chat !== undefined) conditions.push(`chat = ${add(chat)}`);
  if (state !== undefined) conditions.push(`state = ${add(state)}`);
  if (agent !== undefined) conditions.push(`agent = ${add(agent)}`);
  if (tenant !== undefined) conditions.push(`tenant = ${add(tenant)}`);
  if (title !== undefined) conditions.push(`strpos(lower(title), lower(${add(title)}::text)) > 0`);
  if (before !== undefined) conditions.push(`started_at < ${add(before)}::bigint`);
  if (since !== undefined) conditions.push(`started_at >= ${add(since)}::bigint`);
  if (after !== undefined) {
    const [at, id] = [add(after.at), add(after.id)];
    conditions.push(`started_at <= ${at}::bigint and (started_at < ${at}::bigint or run_id collate "C" > ${id})`);
  }
  return [
    `select asked, state, detail, updated_at from countersign.runs where ${conditions.join(' and ')}
     order by started_at desc, run_id collate "C" limit ${add(limit)}`,
    values,
  ];
}

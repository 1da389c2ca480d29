import type { Rows } from '../records/records.js';
import type { Entry } from '../tables/place.js';

/** Returns the ids of the runs of a conversation, oldest first. */
export async function listRunIds(rows: Rows, id: string): Promise<readonly string[]> {
  const members = await rows.list(['members', id]);
  return [...members]
    .sort((one, other) => orderOf(one) - orderOf(other))
    .map(({ key: [, runId = ''] }) => String(runId));
}

/** Returns the index of a run. A damaged row is sorted last, because its run still belongs to the conversation. */
function orderOf({ row }: Entry): number {
  const order: unknown = typeof row === 'object' && row !== null && 'order' in row ? row.order : undefined;
  return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER;
}

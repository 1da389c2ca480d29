import type { Records } from '../records/records.js';
import type { Data } from '../records/row-kinds.js';
import { summaryKind } from './conversation-record.js';

/** The empty title of a conversation as it lies in its row, where it is to get another. A title that it has got may not give way to that. */
export async function findUntitled(records: Records, id: string, firstTitle = ''): Promise<Data | undefined> {
  if (firstTitle === '') return undefined;
  const found = await records.transact(['conversations'], 'read', (rows) => rows.find(summaryKind, [id]));
  if (found === undefined) return undefined;
  const { row, value } = await records.open(summaryKind, found);
  return value.title === '' ? row.data : undefined;
}

/** Whether it was sealed in the same moment: what is encrypted is never the same twice. */
export function isSameData(one: Data, other: Data): boolean {
  return inText(one) === inText(other);
}

function inText(data: Data): string {
  return typeof data === 'string' ? data : String(new Uint8Array(data));
}

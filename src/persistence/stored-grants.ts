import * as z from 'zod/mini';
import type { GrantStorage } from '../approval/grants/grant.js';
import type { Records } from './records/records.js';
import { type DataRow, dataRowShape, type RowKind } from './records/row-kinds.js';
import type { PageNotifier } from './tabs/page-notifier.js';

/** All grants are one record, because they are few and are read together. */
const place = ['grants', 'all'] as const;

const grantsKind: RowKind<DataRow, unknown> = {
  table: 'grants',
  row: dataRowShape,
  // The readers of grants validate them.
  value: z.unknown(),
};

/** Stores the grants of all pages. A damaged record is quarantined: then people are asked again. */
export function storedGrants(records: Records, notifier: PageNotifier): GrantStorage {
  return {
    load: async () => {
      const entries = await records.transact(['grants'], 'read', (rows) => rows.list(place));
      const [read] = await records.openAll(grantsKind, entries);
      return read?.value;
    },
    save: async (grants) => {
      const data = await records.seal(place, grants);
      await records.transact(['grants'], 'write-through', (rows) => rows.put(place, { data }));
      notifier.notify();
    },
    subscribe: notifier.subscribe,
  };
}

import * as z from 'zod/mini';
import type { Place, TableName } from '../tables/place.js';

/** The serialized value of a row: JSON as a string, or the result of `encrypt`. */
export type Data = string | ArrayBuffer;

/** A row with a value that only its reader understands. Subtypes add the members that the storage itself reads. */
export interface DataRow {
  readonly data: Data;
}

/** The table of a row, and the shapes of the row and its value. */
export interface RowKind<ROW, VALUE> {
  readonly table: TableName;
  readonly row: z.ZodMiniType<ROW>;
  readonly value: z.ZodMiniType<VALUE>;
  /** Returns the name of a record, which `encrypt` may bind to its output. Default: the place of the record. */
  readonly nameOf?: (place: Place, row: ROW) => Place;
}

/** The shape of the data of a row. */
export const dataShape: z.ZodMiniType<Data> = z.union([z.string(), z.instanceof(ArrayBuffer)]);

/** The shape of a row with only a value. */
export const dataRowShape: z.ZodMiniType<DataRow> = z.object({ data: dataShape });

/** The shape of counts and indices. */
export const countShape: z.ZodMiniType<number> = z.int().check(z.nonnegative());

/** The state of a run. A `cleaned` run has lost its steps and cannot continue. */
export interface RunRow {
  /** The number of times the lead was taken. Only the last page that took it may write. */
  readonly epoch: number;
  readonly steps: number;
  readonly events: number;
  readonly state: 'open' | 'ended' | 'cleaned';
  /** The time of the last change, in milliseconds since 1970. */
  readonly at: number;
}

/** The shape of the row of a run. */
export const runShape: z.ZodMiniType<RunRow> = z.object({
  epoch: countShape,
  steps: countShape,
  events: countShape,
  state: z.enum(['open', 'ended', 'cleaned']),
  at: z.number(),
});

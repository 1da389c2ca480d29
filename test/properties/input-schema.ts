import { z } from 'zod';

/**
 * The input of every tool: the unique number of the call. The default makes the effective input differ from
 * the written one.
 */
export const inputSchema = z.object({
  n: z.number(),
  edited: z.boolean().optional(),
  note: z.string().default('none'),
});

const made = (make: () => unknown) => z.any().transform(make).prefault(0);

/** The input of a tool whose schema is not a pure function: ids, a clock, a list of any length, changing state. */
export function impureSchema(era: () => string): typeof inputSchema {
  let count = 0;
  return inputSchema.extend({
    era: z.string().default(era),
    id: z.string().default(() => crypto.randomUUID()),
    at: made(() => new Date()),
    ids: made(() => Array.from({ length: (++count % 3) + 1 }, () => crypto.randomUUID())),
  });
}

/** The input of a tool whose schema returns values that JSON cannot represent. */
export const oddSchema: typeof inputSchema = inputSchema.extend({
  count: made(() => 9007199254740993n),
  tags: made(() => new Set(['a', new Map([['b', undefined]])])),
  size: made(() => Number.POSITIVE_INFINITY),
});

/**
 * Returns the part of an input that an approval covers: without values that the card shows as created during
 * execution.
 */
export function approvedPart(input: unknown, made: readonly string[] = []): Readonly<Record<string, unknown>> {
  const members = Object.entries(input as object); // an object by its schema
  return Object.fromEntries(members.filter(([key]) => decided.has(key) && !made.includes(key)));
}

const decided: ReadonlySet<string> = new Set(['n', 'edited', 'note', 'era']);

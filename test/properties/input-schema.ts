import { z } from 'zod';

/**
 * What every tool takes: the number of the call, which is never used twice. The default makes what runs differ from
 * what is written.
 */
export const inputSchema = z.object({
  n: z.number(),
  edited: z.boolean().optional(),
  note: z.string().default('none'),
});

const made = (make: () => unknown) => z.any().transform(make).prefault(0);

/**
 * What a tool takes whose schema is no function of its input: ids, a clock, a list of any length, a state that changes
 * when it likes.
 */
export function impureSchema(era: () => string): typeof inputSchema {
  let count = 0;
  return inputSchema.extend({
    era: z.string().default(era),
    id: z.string().default(() => crypto.randomUUID()),
    at: made(() => new Date()),
    ids: made(() => Array.from({ length: (++count % 3) + 1 }, () => crypto.randomUUID())),
  });
}

/** What a tool takes whose schema makes what JSON cannot hold. */
export const oddSchema: typeof inputSchema = inputSchema.extend({
  count: made(() => 9007199254740993n),
  tags: made(() => new Set(['a', new Map([['b', undefined]])])),
  size: made(() => Number.POSITIVE_INFINITY),
});

/** What of an input a yes can be about, but for what the card says is made when it runs. */
export function decidable(input: unknown, made: readonly string[] = []): Readonly<Record<string, unknown>> {
  const members = Object.entries(input as object); // an object by its schema
  return Object.fromEntries(members.filter(([key]) => decided.has(key) && !made.includes(key)));
}

const decided: ReadonlySet<string> = new Set(['n', 'edited', 'note', 'era']);

import { z } from 'zod';

/** What every tool takes: the number of the call, which is never used twice. The default makes what runs differ from what is written. */
export const inputSchema = z.object({
  n: z.number(),
  edited: z.boolean().optional(),
  note: z.string().default('none'),
});

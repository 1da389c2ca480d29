// A worker of bench:durable. Each run has one effect, recorded in a table, so that repeated effects are found.

import pg from 'pg';
import { z } from 'zod';
import { createAgent, tool } from '../dist/core.js';
import { createRunWorker } from '../dist/dbos/index.js';
import { scriptedModel } from '../dist/testing/index.js';

const { DATABASE_URL: databaseUrl, WORKER_ID: workerId } = process.env;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });

const turn = async ({ prompt }) => {
  const run = prompt.find(({ role }) => role === 'user').content[0].text;
  if (prompt.at(-1)?.role !== 'tool') return { calls: [{ toolName: 'note', input: { run } }] };
  await pool.query('insert into asked_again values ($1, $2) on conflict do nothing', [run, Date.now()]);
  return 'Done.';
};

const agent = createAgent({
  model: scriptedModel(Array.from({ length: 1_000_000 }, () => turn)),
  tools: {
    note: tool({
      inputSchema: z.object({ run: z.string() }),
      requiresApproval: true,
      execute: async ({ run }) => {
        await pool.query('insert into effects values ($1)', [run]);
        return 'noted';
      },
    }),
  },
});

await createRunWorker({
  agents: { notes: agent },
  databaseUrl,
  workerId,
  onProblem: (error) => process.stderr.write(`${error}\n`),
});
process.stdout.write('ready\n');
setInterval(() => process.stdout.write(`rss ${Math.round(process.memoryUsage().rss / 1e6)}\n`), 1000);

// A worker of the built package in a separate process, which tests kill.
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createAgent, createPolicy, deny, tool } from 'countersign/core';
import { createRunWorker } from 'countersign/dbos';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const {
  DATABASE_URL: databaseUrl,
  DIRECT_URL: directUrl,
  WORKER_ID: workerId,
  EFFECTS: effects,
  HOLD: hold,
  DENY,
  EXPIRY,
  PACE,
  TOOL,
  SKEW,
  MIGRATIONS: migrations,
} = process.env;

if (SKEW !== undefined) {
  const { now } = Date;
  Date.now = () => now() + Number(SKEW);
}

const onProblem = (error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.stdout.write(`problem ${error?.code}\n`);
};

/** Blocks until the test creates a file. */
async function waitForFile(where) {
  if (hold !== where) return;
  process.stdout.write(`standing ${where}\n`);
  while (!existsSync(`${effects}.go`)) await setTimeout(20);
}

const turn = ({ prompt }) =>
  prompt.at(-1)?.role === 'tool'
    ? { text: 'It is done, word by word.', pace: Number(PACE ?? 0) }
    : { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

const agent = createAgent({
  model: scriptedModel(Array.from({ length: 1000 }, () => turn)),
  ...(DENY === undefined ? {} : { policy: createPolicy({ rules: [deny({ tool: 'delete_file' }, 'Not any more.')] }) }),
  ...(EXPIRY === undefined ? {} : { expiry: { after: Number(EXPIRY) } }),
  tools: {
    [TOOL ?? 'delete_file']: tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      execute: async ({ path }) => {
        await waitForFile('before');
        appendFileSync(effects, `${path}\n`);
        await waitForFile('after');
        return 'gone';
      },
    }),
  },
});

// A process that fails to start has to end by itself, so the failure is only printed.
const worker = await createRunWorker({
  ...{ agents: { files: agent }, databaseUrl, workerId, onProblem },
  ...(directUrl === undefined ? {} : { directUrl }),
  ...(migrations === undefined ? {} : { migrations }),
}).catch((error) => void process.stdout.write(`failed ${error.code}\n`));
if (worker !== undefined) {
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  process.stdout.write('ready\n');
}

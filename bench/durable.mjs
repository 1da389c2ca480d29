// npm run bench:durable: starts runs that wait for approval, answers all of them in random order, and kills half of the
// workers in between. DATABASE_URL has to name a Postgres database that may be filled.   npm run bench:durable --
// --runs 10000 --workers 4   npm run bench:durable -- --plain            the same load on plain engine workflows that
// wait in recv, for comparison
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { dbosRunStore } from '../dist/dbos/index.js';
import { plainLoad } from './durable-plain.mjs';

const args = process.argv.slice(2);
const option = (name, otherwise) => Number(args[args.indexOf(`--${name}`) + 1] || otherwise);
const runs = args.includes('--runs') ? option('runs', 1000) : 1000;
const workerCount = args.includes('--workers') ? option('workers', 4) : 4;
const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error('Set DATABASE_URL to a Postgres database that may be filled.');

const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
await pool.query('drop table if exists effects, asked_again');
await pool.query('create table effects (run text not null)');
await pool.query('create table asked_again (run text primary key, at bigint not null)');
const prefix = `bench-${Date.now()}-`;
const count = async (sql) => Number((await pool.query(sql, [`${prefix}%`])).rows[0].n);
const rss = new Map();

async function startWorker(name) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(load.worker, import.meta.url))], {
    env: { ...process.env, WORKER_ID: name, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended before it was ready (${code}).`)));
    lines.on('line', (line) => {
      if (line === 'ready') resolve();
      else rss.set(name, Number(line.split(' ')[1]));
    });
  });
  return child;
}

async function until(what, sql, wanted) {
  const begun = Date.now();
  for (let shown = 0; ; ) {
    const n = await count(sql);
    if (n >= wanted) break;
    if (Date.now() - shown > 5000) {
      process.stderr.write(`  ${what}: ${n} of ${wanted}\n`);
      shown = Date.now();
    }
    await setTimeout(100);
  }
  return (Date.now() - begun) / 1000;
}

async function inLanes(list, lanes, work) {
  const left = [...list];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    }),
  );
}

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
const ada = { id: 'ada', name: 'Ada' };

/** Returns the operations of the benchmark on runs of this package. */
async function ourLoad() {
  const store = await dbosRunStore({ databaseUrl });
  return {
    worker: './durable-worker.mjs',
    start: (runId) =>
      store.start({
        runId,
        agent: 'notes',
        conversationId: runId,
        input: runId,
        messages: [],
        startedBy: ada,
        startedAt: Date.now(),
      }),
    waitingSql: "select count(*) n from countersign.runs where run_id like $1 and state = 'waiting'",
    questions: async () =>
      (
        await pool.query("select batch_id from countersign.batches where run_id like $1 and state = 'open'", [
          `${prefix}%`,
        ])
      ).rows,
    answer: async ({ batch_id }, begin) => {
      const { batch } = await store.findBatch(batch_id);
      const [call] = batch.requests.approvals;
      begin(batch.runId);
      await store.answer(batch_id, [
        {
          toolCallId: call.toolCallId,
          answer: { kind: 'tool-approved' },
          by: { type: 'person', name: 'Ada' },
          person: ada,
          digest: call.digest,
          at: Date.now(),
        },
      ]);
    },
    // Calls that were interrupted by the death of a worker are requests: people confirm the result or run the call
    // again.
    overSql:
      "select count(*) n from countersign.runs r where run_id like $1 and (state = 'ended' or exists (select 1 from countersign.batches b where b.batch_id = r.batch_id and b.state = 'open'))",
    endedSql: "select count(*) n from countersign.runs where run_id like $1 and state = 'ended'",
    toldSql: "select count(*) n from countersign.batches where run_id like $1 and state = 'open'",
    restarts: false,
    close: () => store.close(),
  };
}

const load = args.includes('--plain') ? await plainLoad({ pool, prefix }) : await ourLoad();
// One after the other: the engine creates its tables without a lock against other processes.
const workers = [];
for (let index = 0; index < workerCount; index += 1) workers.push(await startWorker(`bench-${index}`));
while (rss.size < workerCount) await setTimeout(100);
const empty = [...rss.values()];

const startedAt = Date.now();
const ids = Array.from({ length: runs }, (_, index) => `${prefix}${index}`);
await inLanes(ids, 8, load.start);
await until('waiting', load.waitingSql, runs);
const waitingAfter = (Date.now() - startedAt) / 1000;
const idle = [...rss.values()];
// Replace one process, to measure its start and its memory while all runs wait.
const restartedAt = Date.now();
workers[0].kill('SIGKILL');
rss.delete('bench-0');
workers[0] = await startWorker('bench-0');
const restartMs = Date.now() - restartedAt;
while (!rss.has('bench-0')) await setTimeout(100);
const fresh = rss.get('bench-0');
if (load.restarts) await setTimeout(10_000); // time to resume its runs
const held = rss.get('bench-0');

const order = (await load.questions()).sort(() => Math.random() - 0.5);
const answeredAt = new Map();
const beganAnswers = Date.now();
let given = 0;
await inLanes(order, 8, async (question) => {
  await load.answer(question, (run) => answeredAt.set(run, Date.now()));
  given += 1;
  if (given !== Math.floor(runs / 2)) return;
  for (const [index, worker] of workers.slice(0, Math.floor(workerCount / 2)).entries()) {
    worker.kill('SIGKILL');
    if (load.restarts) workers[index] = await startWorker(`bench-${index}`);
  }
});
const answersTook = (Date.now() - beganAnswers) / 1000;
await until('over', load.overSql, runs);
const overAfter = (Date.now() - beganAnswers) / 1000;

const ended = await count(load.endedSql);
const told = await count(load.toldSql);
const twice = await count(
  'select count(*) n from (select run from effects where run like $1 group by run having count(*) > 1) t',
);
const latencies = (await pool.query('select run, at from asked_again where run like $1', [`${prefix}%`])).rows.flatMap(
  ({ run, at }) => (answeredAt.has(run) ? [Number(at) - answeredAt.get(run)] : []),
);
const bytes = Number(
  (
    await pool.query(
      "select sum(pg_total_relation_size(c.oid)) n from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname in ('countersign', 'dbos') and c.relkind = 'r'",
    )
  ).rows[0].n,
);
const tables = (
  await pool.query(
    "select format('%I.%I', s.nspname, c.relname) name from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname in ('countersign', 'dbos') and c.relkind = 'r'",
  )
).rows;
let rows = 0;
for (const { name } of tables) rows += Number((await pool.query(`select count(*) n from ${name}`)).rows[0].n);
const line = (name, value) => process.stdout.write(`${name.padEnd(52)} ${value}\n`);
line('runs, workers (half killed in the middle)', `${runs}, ${workerCount}`);
line('all waiting after, s (runs/s)', `${waitingAfter.toFixed(1)} (${(runs / waitingAfter).toFixed(0)})`);
line('memory of a worker before, and while all wait, MB', `${empty.join(', ')}; ${idle.join(', ')}`);
line('a worker started again: there after, ms', restartMs);
line('its memory then, MB, and after what it takes up', `${fresh}, ${held}`);
line('answers taken in, s (answers/s)', `${answersTook.toFixed(1)} (${(runs / answersTook).toFixed(0)})`);
line('all over after the first answer, s', overAfter.toFixed(1));
line('answer → model asked again, ms, p50 / p95', `${quantile(latencies, 0.5)} / ${quantile(latencies, 0.95)}`);
line('ended / asked about as unknown / lost', `${ended} / ${told} / ${runs - ended - told}`);
line('effects done twice', twice);
line('rows and kB a run in the database', `${(rows / runs).toFixed(1)}, ${(bytes / runs / 1000).toFixed(1)}`);
for (const worker of workers) worker.kill('SIGKILL');
await load.close();
await pool.end();

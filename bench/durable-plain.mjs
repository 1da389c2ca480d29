// The load of bench:durable on plain engine workflows: each asks, waits in `recv`, has its effect, and asks again.
// Started as a process, it is a worker.
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import pg from 'pg';

const { DATABASE_URL: databaseUrl, WORKER_ID: workerId } = process.env;
const [name, queueName, workflowName, appVersion] = ['bench', 'bench-runs', 'bench-run', '1'];
/** A timeout in seconds that is longer than any measurement. */
const patience = 3600;

/** Returns the operations of the benchmark on the engine, in place of a run store. */
export async function plainLoad({ pool, prefix }) {
  await pool.query('drop table if exists plain_waiting');
  await pool.query('create table plain_waiting (run text primary key)');
  const client = await DBOSClient.create({ systemDatabaseUrl: databaseUrl, applicationName: name });
  return {
    worker: './durable-plain.mjs',
    start: (run) => client.enqueue({ workflowName, workflowID: run, queueName, appVersion }, run),
    waitingSql: 'select count(*) n from plain_waiting where run like $1',
    questions: async () => (await pool.query('select run from plain_waiting where run like $1', [`${prefix}%`])).rows,
    answer: async ({ run }, begin) => {
      begin(run);
      await client.send(run, 'yes', 'answer');
    },
    overSql:
      "select count(*) n from dbos.workflow_status where workflow_uuid like $1 and status in ('SUCCESS', 'ERROR')",
    endedSql: "select count(*) n from dbos.workflow_status where workflow_uuid like $1 and status = 'SUCCESS'",
    toldSql: 'select count(*) n from effects where false and run like $1',
    /** Work of a dead process is resumed only when a process with its name starts again. */
    restarts: true,
    close: () => client.destroy(),
  };
}

async function work() {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const note = (sql, ...values) =>
    DBOS.runStep(() => pool.query(`${sql} on conflict do nothing`, values).then(() => 0));
  DBOS.registerWorkflow(
    async (run) => {
      await note('insert into plain_waiting values ($1)', run);
      if ((await DBOS.recv('answer', patience)) !== 'yes') throw new Error('Nobody answered.');
      await note('insert into effects values ($1)', run);
      await note('insert into asked_again values ($1, $2)', run, Date.now());
      return 'Done.';
    },
    { name: workflowName },
  );
  DBOS.setConfig({
    name,
    systemDatabaseUrl: databaseUrl,
    executorID: workerId,
    applicationVersion: appVersion,
    logLevel: 'error',
  });
  await DBOS.launch();
  // The engine counts a waiting workflow as a running one.
  await DBOS.registerQueue(queueName, { minPollingIntervalMs: 100 });
  process.stdout.write('ready\n');
  setInterval(() => process.stdout.write(`rss ${Math.round(process.memoryUsage().rss / 1e6)}\n`), 1000);
}

if (workerId !== undefined) await work();

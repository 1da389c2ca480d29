import { Client, DatabaseError } from 'pg';
import { UserError } from '../../protocol/base/errors.js';
import { endWithin } from './end-within.js';
import { isQueryTimeout } from './retry-while-unavailable.js';

/** The time limit of a connection attempt, of each query and of the notification, in milliseconds. */
const timeoutMs = 4000;

/** The addresses of a database. */
export interface DatabaseAddresses {
  /** For queries. It may lead to a pooler in transaction mode, if there is a `directUrl`. */
  readonly databaseUrl: string;
  /** For connections whose session has state: notifications, the lock of a worker, and the engine. */
  readonly directUrl?: string | undefined;
}

/**
 * Checks that direct connections keep the state of their session, which poolers in transaction mode lose: a worker
 * would start, but miss notifications and lose its lock. Also checks that both addresses lead to one database.
 *
 * @throws UserError `direct-url`; the error of the connection if the database cannot be reached.
 */
export async function checkSession({ databaseUrl, directUrl }: DatabaseAddresses): Promise<void> {
  const [listening, sending] = [directUrl ?? databaseUrl, databaseUrl].map((connectionString) => {
    const client = new Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
    client.on('error', () => {});
    return client;
  }) as [Client, Client]; // of two addresses
  try {
    await listening.connect();
    await sending.connect();
    if ((await isSessionKept(listening, sending)) === false) throw sessionLost(directUrl);
  } catch (error) {
    // Poolers also reject some of the statements.
    throw error instanceof DatabaseError && isStatementRejected(error) ? sessionLost(directUrl, error) : error;
  } finally {
    await Promise.all([listening, sending].map((client) => endWithin(client.end())));
  }
}

/** Returns `true` for an error about a statement, and not about the availability of the server. */
function isStatementRejected({ code = '' }: DatabaseError): boolean {
  return /^(?:08P01|0A|25|42)/.test(code);
}

async function isSessionKept(listening: Client, sending: Client): Promise<boolean> {
  const channel = `countersign_check_${Math.random().toString(36).slice(2)}`;
  const isNotified = new Promise<boolean>((resolve) => {
    listening.on('notification', (notification) => {
      if (notification.channel === channel) resolve(true);
    });
  });
  await listening.query(`listen ${channel}`);
  const server = await backendOf(listening);
  // An open transaction occupies a server connection of the pooler, so the next statement is sent to another one.
  await sending.query('begin');
  await sending.query('select pg_notify($1, $2)', [channel, '']);
  const isSame = (await backendOf(listening).catch(undefinedAfterTimeout)) === server;
  await sending.query('commit');
  return isSame && (await withinTime(isNotified));
}

/** A pooler without another server connection does not respond until the transaction ends. */
function undefinedAfterTimeout(error: unknown): undefined {
  if (!isQueryTimeout(error)) throw error;
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

async function withinTime(isNotified: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  return await Promise.race([isNotified, isOver]).finally(() => clearTimeout(timer));
}

function sessionLost(directUrl: string | undefined, cause?: unknown): UserError {
  const [option, fix] =
    directUrl === undefined
      ? ['databaseUrl', 'Keep it, and pass the address of Postgres itself as the option `directUrl`.']
      : ['directUrl', 'Pass the address of Postgres itself, for the same database as `databaseUrl`.'];
  return new UserError(
    'direct-url',
    `The connections of \`${option}\` lose the state of their session, as with a pooler in transaction mode, or lead to another database. The process did not start, because it would miss notifications and lose its lock, so that runs would hang. ${fix} A pooler in session mode is fine, too.`,
    { cause },
  );
}

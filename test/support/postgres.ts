import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A Postgres with a database of its own for a test file. */
export interface TestPostgres {
  readonly url: string;
  /** Stops the server and starts it again, as an upgrade does; absent where it is somebody else's. */
  readonly restart?: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Gives a Postgres: that of `DATABASE_URL`, else one of an installed server, in a temporary folder; in the long run, and where it may, it installs Debian's.
 * A text: why there is none.
 */
export async function startPostgres(): Promise<TestPostgres | string> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return await ownDatabase(given);
  const bin = findServer() ?? installServer();
  if (bin === undefined) return 'no Postgres is installed, and there is no DATABASE_URL';
  const isRoot = userInfo().uid === 0;
  if (isRoot && spawnSync('id', ['postgres']).status !== 0)
    return 'Postgres does not run as root, and there is no user postgres';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  chmodSync(folder, 0o777);
  const run = (command: string, ...args: readonly string[]): void => {
    const all = [join(bin, command), ...args];
    const [program = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...all] : all;
    const { status, stderr } = spawnSync(program, rest, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  // It is thrown away: nothing has to outlast the machine.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  const start = (): void => run('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start');
  run('initdb', '-A', 'trust', '-U', 'postgres', '-D', data, '-N');
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop');
      start();
    },
    stop: async () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findServer(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** The tables of the long run are worth a package; a short run installs nothing. */
function installServer(): string | undefined {
  if (process.env.COUNTERSIGN_ALL !== '1' || userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  // Test files start side by side: the second waits for the first.
  const apt = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'ignore' }).status === 0;
  const isThere = apt('update') && apt('install', '-y', '--no-install-recommends', 'postgresql');
  return isThere ? findServer() : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Makes an empty database beside another. */
export async function ownDatabase(given: string): Promise<TestPostgres> {
  const name = `countersign_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => admin(`drop database ${name} with (force)`) };
}

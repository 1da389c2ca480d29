// A Postgres server for the demo and the tests, in its own folder: an installed one, or Debian's package. Node
// built-ins only.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

const isRoot = () => userInfo().uid === 0;

/** Returns the folder with the programs of an installed server. */
function findServer() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...onPath];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** Installs Debian's package, if that is permitted. */
function installServer(report) {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return undefined;
  report('Installing Postgres from Debian (once; this takes a minute or so) ...');
  // Wait for another installation that holds the lock.
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'ignore' }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'postgresql') ? findServer() : undefined;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a server in a temporary folder, which is deleted at the end. Returns a string with the reason if none can be
 * started.
 */
export async function startPostgres({ install, say = () => {} }) {
  const bin = findServer() ?? (install ? installServer(say) : undefined);
  if (bin === undefined) return 'no Postgres is installed, and there is no DATABASE_URL';
  if (isRoot() && spawnSync('id', ['postgres']).status !== 0)
    return 'Postgres does not run as root, and there is no user postgres';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  chmodSync(folder, 0o777);
  const run = (command, ...args) => {
    const all = [join(bin, command), ...args];
    const [program, ...rest] = isRoot() ? ['runuser', '-u', 'postgres', '--', ...all] : all;
    const { status, stderr } = spawnSync(program, rest, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  // The data is temporary, so it need not survive a crash of the machine.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  const start = () => run('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start');
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

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';

/** A pooler in front of a Postgres server. */
export interface TestPgbouncer {
  /** Returns the address of a database through the pooler. */
  readonly urlOf: (databaseUrl: string) => string;
  readonly stop: () => void;
}

/** Starts pgbouncer with its defaults. Returns the reason as a string when it is not installed. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: 'transaction' | 'session',
): Promise<TestPgbouncer | string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const program = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
  if (program === undefined) return 'pgbouncer is not installed';
  const server = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
`,
  );
  const isRoot = userInfo().uid === 0;
  const child: ChildProcess = spawn(program, [...(isRoot ? ['-u', 'postgres'] : []), '-q', settings], {
    stdio: 'ignore',
  });
  const urlOf = (target: string): string => {
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.href;
  };
  await vi.waitFor(() => connectOnce(urlOf(databaseUrl)), { timeout: 10_000, interval: 100 });
  return {
    urlOf,
    stop: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.end();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

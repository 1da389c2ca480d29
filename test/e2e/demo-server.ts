import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { root } from '../setup/source-files.js';

/** `npm run demo:server` as a separate process. */
export interface DemoServer {
  readonly url: string;
  readonly process: ChildProcess;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo; // a listening TCP server has an AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

/** Starts the server for pages from these origins. */
export async function startDemoServer(origins: string): Promise<DemoServer> {
  const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/demo-server.mjs'], {
    cwd: root,
    env: { ...env, PORT: `${port}`, ORIGINS: origins },
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer): void => {
      said += part.toString();
      const [found] = /http:\/\/localhost:\d+\/chat/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(`The demo's server did not start: ${said}`)));
  });
  return { url, process: child };
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../setup/source-files.js';

/** `npm run demo:inbox` or `npm run demo:durable` as a separate process. */
export interface InboxDemo {
  /** The URL of the page, to which `?as=` is added. */
  readonly page: string;
  /** The process ids of the running workers, by name. */
  readonly workers: ReadonlyMap<string, number>;
  /** Returns a file of the agent. */
  readonly file: (path: string) => string | undefined;
  /** The links that were sent to people. */
  readonly links: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts the demo on a free port. */
export async function startInboxDemo(kind: 'memory' | 'durable'): Promise<InboxDemo> {
  const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/demo-inbox.mjs', ...(kind === 'durable' ? ['--durable'] : [])], {
    cwd: root,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [workers, links, said] = [new Map<string, number>(), [] as string[], [] as string[]];
  let folder = '';
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const page = await new Promise<string>((resolve, reject) => {
    let found = '';
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      const [, name, id] = /(worker-\d) is process (\d+)/.exec(line) ?? [];
      if (name !== undefined) workers.set(name, Number(id));
      const [, link] = /asked: (\S+)/.exec(line) ?? [];
      if (link !== undefined) links.push(link);
      folder = /Files of the agent: +(\S+)/.exec(line)?.[1] ?? folder;
      found = /(http:\S+)\?as=eve/.exec(line)?.[1] ?? found;
      if (line.includes('Ctrl+C')) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The demo did not start: ${said.join('\n')}`)));
  });
  return {
    page,
    workers,
    links,
    file: (path) => {
      try {
        return readFileSync(join(folder, 'workspace', path), 'utf8');
      } catch {
        return undefined;
      }
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.on('exit', resolve));
      child.kill();
      await gone;
    },
  };
}

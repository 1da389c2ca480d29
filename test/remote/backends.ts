import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { run as runCommand } from '../../scripts/run.mjs';
import { root } from '../setup/source-files.js';

// Servers by other authors, which are installed next to the project.

const theirs = join(root, '../shared/backends');
const here = join(root, 'node_modules/.cache/countersign-backends');

/** An executed tool. */
export interface ExecutedTool {
  readonly tool: string;
  readonly input: unknown;
}

/** A server with the journal of its tools. */
export interface Backend {
  readonly url: string;
  /** Returns the started tools in order. */
  readonly journal: () => Promise<readonly ExecutedTool[]>;
  /** Returns the names of the started tools. */
  readonly ran: () => Promise<readonly string[]>;
  /** Deletes the server's state. */
  readonly reset: () => Promise<void>;
  readonly stop: () => void;
}

/** The Python servers: their file, and the folder of their packages. */
const pythons = {
  'pydantic-ai': { file: 'pydantic_server.py', suffix: '' },
  langgraph: { file: 'langgraph_server.py', suffix: '-langgraph' },
  'agent-framework': { file: 'agent_framework_server.py', suffix: '-agent-framework' },
} as const;

/** Installs and starts a server. Returns the reason as a string when it is not available. */
export async function startBackend(kind: 'ai-sdk' | keyof typeof pythons): Promise<Backend | string> {
  if (!existsSync(theirs)) return 'no servers lie beside the project';
  mkdirSync(here, { recursive: true });
  const problem = await withLock(async () => {
    cpSync(theirs, here, {
      recursive: true,
      filter: (path) => !/node_modules|recordings|\.venv|workflow-agent/.test(path),
    });
    return kind === 'ai-sdk' ? await installNode() : await installPython(pythons[kind].suffix);
  });
  if (problem !== undefined) return problem;
  if (kind === 'ai-sdk') return await start(process.execPath, 'ai-sdk-server.mjs');
  const { file, suffix } = pythons[kind];
  return await start(join(here, `.venv${suffix}/bin/python`), file);
}

/** Test files run in several processes, and two installations into one folder would break each other. */
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  const lock = join(here, '.lock');
  while (!takeLock(lock)) await setTimeout(100);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A lock of a process that no longer exists is ignored. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function installNode(): Promise<string | undefined> {
  if (existsSync(join(here, 'node_modules/ai'))) return undefined;
  return await tryTo('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
}

async function installPython(suffix: string): Promise<string | undefined> {
  if (existsSync(join(here, `.venv${suffix}/installed`))) return undefined;
  const install = ['install', '--quiet', '-r', `requirements${suffix}.txt`];
  const problem =
    (await tryTo('python3', ['-m', 'venv', `.venv${suffix}`])) ??
    (await tryTo(join(here, `.venv${suffix}/bin/pip`), install));
  if (problem === undefined) writeFileSync(join(here, `.venv${suffix}/installed`), '');
  return problem;
}

async function tryTo(command: string, args: readonly string[]): Promise<string | undefined> {
  const { ok, output } = await runCommand(command, [...args], { cwd: here });
  return ok ? undefined : `${command} ${args.join(' ')} failed: ${output.slice(-500)}`;
}

async function start(command: string, file: string): Promise<Backend> {
  const child = spawn(command, [file], { cwd: here, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await addressOf(child);
  const ask = async (path: string, method = 'GET'): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method });
    return await response.json();
  };
  // After a reset, a slow tool of an earlier conversation may still report its end.
  const journal = async (): Promise<readonly ExecutedTool[]> =>
    ((await ask('/journal')) as readonly ExecutedTool[]).filter(({ tool }) => !tool.endsWith(' finished')); // the format of these servers
  return {
    url,
    journal,
    ran: async () => (await journal()).map(({ tool }) => tool),
    reset: async () => void (await ask('/reset', 'POST')),
    stop: () => child.kill(),
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The server has no output.');
  const origin = (async () => {
    for await (const line of createInterface({ input: stdout })) {
      const found = /http:\/\/\S+/.exec(line);
      if (found !== null) return found[0].replace(/\/$/, '');
    }
    throw new Error('The server ended before it said its address.');
  })();
  return await origin;
}

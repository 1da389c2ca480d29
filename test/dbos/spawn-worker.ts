import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { root } from '../setup/source-files.js';

/** A worker of the built package in a process of its own. */
export interface WorkerProcess {
  readonly process: ChildProcess;
  /** Resolves once the process has printed a line. */
  readonly says: (line: string) => Promise<void>;
  /** Lets the tool continue that waits for this (`HOLD`). */
  readonly goFile: string;
  /** The effects of the tools that were executed here. */
  readonly effects: () => readonly string[];
  /** Resolves with the exit code once the process has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a worker process, which is killed at the end of the test. */
export function spawnWorker(env: Readonly<Record<string, string>>): WorkerProcess {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-effects-'));
  const effects = join(folder, 'effects');
  const child = spawn(process.execPath, [join(root, 'test/dbos/worker-process.mjs')], {
    env: { ...process.env, EFFECTS: effects, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    process: child,
    says: async (line) => await expect.poll(() => lines, { timeout: 60_000 }).toContain(line),
    goFile: `${effects}.go`,
    effects: () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : []),
    ended,
  };
}

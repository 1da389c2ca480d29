import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { runNode } from './run-node.js';
import { listFiles, root } from './source-files.js';

function changedAt(path: string): number {
  const file = join(root, path);
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}

const lock: string = join(root, 'node_modules/.cache/countersign-build.lock');

/** Test files run in parallel, and two builds at once would overwrite each other. */
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(lock), { recursive: true });
  await vi.waitFor(() => mkdirSync(lock), { timeout: 110_000, interval: 100 });
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isStale(): boolean {
  const builtAt = changedAt('dist/index.d.ts');
  return builtAt === 0 || listFiles('src').some((path) => changedAt(path) > builtAt);
}

async function build(): Promise<void> {
  if (!isStale()) return;
  await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  await runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
}

/** Does nothing after `npm run build`. A test file that runs alone rebuilds after a change. */
export async function buildWhenStale(): Promise<void> {
  if (isStale()) await withLock(build);
}

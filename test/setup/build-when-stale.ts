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

/** Test files run side by side, and two builds at once would spoil each other. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
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
  await runNode(['scripts/prune-declarations.mjs']);
}

/** Nothing to do after `npm run build`; a test file run by itself builds what has changed. */
export async function buildWhenStale(): Promise<void> {
  if (isStale()) await alone(build);
}

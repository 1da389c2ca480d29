import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';
import { runNode } from './run-node.js';
import { root } from './source-files.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the built demo, without a trailing slash. */
    demoUrl: string;
    /** The folder of the built demo. */
    demoFolder: string;
    /** The options for Playwright's `chromium.launch`. */
    browserLaunch: { executablePath?: string; args: string[] };
  }
}

/** Builds the published demo once, serves it on a free port and provides its URL to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
  const options = ['--mode', 'demo', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  await runNode(['node_modules/vite/bin/vite.js', 'build', ...options]);
  const server = await preview({
    configFile: false,
    root,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: 'localhost', port: 0 },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The preview server of the demo did not say where it listens.');
  project.provide('demoFolder', outDir);
  project.provide('demoUrl', url.replace(/\/$/, ''));
  return async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
}

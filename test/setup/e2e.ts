import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';
import { runNode } from './run-node.js';
import { root } from './source-files.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built demo answers, without a closing slash. */
    demoUrl: string;
    /** Where the built demo lies. */
    demoFolder: string;
    /** What Playwright's `chromium.launch` is called with. */
    browserLaunch: { executablePath?: string; args: string[] };
  }
}

/** Builds the demo once, as it is published, serves it on a free port and tells the tests where. */
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

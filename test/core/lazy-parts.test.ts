import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rollup } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';

type Page = typeof import('./plain-page.js');

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** The page as it is served; `offline` once it has loaded what it loads at its start. */
async function open(
  network: 'online' | 'offline',
): Promise<{ readonly page: Page; readonly later: readonly string[] }> {
  const outDir = await mkdtemp(join(tmpdir(), 'countersign-'));
  folders.push(outDir);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, lib: { entry: 'test/core/plain-page.ts', formats: ['es'], fileName: 'page' }, target: 'esnext' },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const later = outputs.filter(
    (output): output is Rollup.OutputChunk => output.type === 'chunk' && output.isDynamicEntry,
  );
  if (network === 'offline') for (const { fileName } of later) await rm(join(outDir, fileName));
  const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  const page: Page = await import(/* @vite-ignore */ pathToFileURL(join(outDir, entry?.fileName ?? '')).href);
  return { page, later: later.map(({ name }) => name) };
}

describe('code that is loaded later', () => {
  it('is not needed by a conversation with approvals, nor by calls that have to outlive their run', async () => {
    const { page, later } = await open('offline');

    const { outcome, done } = await page.plainConversation();
    const parked = await page.parkedThenResumed();

    expect(later).toContain('check-output');
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(done).toEqual([{ path: 'a' }, { path: 'B' }]);
    expect(parked.outcomes).toMatchObject([
      { type: 'deferred', requests: { approvals: [{ digest: expect.stringMatching(/^sha-256:/) }] } },
      { type: 'completed', output: 'Done.' },
    ]);
    expect(parked.done).toEqual([{ path: 'a' }]);
  });

  it('is loaded for an output with a schema', async () => {
    const { page } = await open('online');

    const outcome = await page.structuredOutput();

    expect(outcome).toMatchObject({ type: 'completed', output: { answer: 42 } });
  });

  it('ends the run with an error when it cannot be loaded', async () => {
    const { page } = await open('offline');

    const outcome = await page.structuredOutput();

    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'part-not-loaded', message: expect.stringContaining('offline') },
    });
  });
});

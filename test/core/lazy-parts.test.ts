import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rollup } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { readSources, root } from '../setup/source-files.js';

type Page = typeof import('./plain-page.js');

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

interface Served {
  readonly page: Page;
  /** What it loads later. */
  readonly later: readonly string[];
  /** From here on, nothing more comes. */
  readonly goOffline: () => Promise<void>;
}

/** A page as it is served. */
async function open(name: 'plain-page' | 'eager-page' = 'plain-page'): Promise<Served> {
  const outDir = await mkdtemp(join(tmpdir(), 'countersign-'));
  folders.push(outDir);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, lib: { entry: `test/core/${name}.ts`, formats: ['es'], fileName: 'page' }, target: 'esnext' },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const later = outputs.filter(
    (output): output is Rollup.OutputChunk => output.type === 'chunk' && output.isDynamicEntry,
  );
  const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  const page: Page = await import(/* @vite-ignore */ pathToFileURL(join(outDir, entry?.fileName ?? '')).href);
  const goOffline = async (): Promise<void> => {
    for (const { fileName } of later) await rm(join(outDir, fileName), { force: true });
  };
  return { page, later: later.map(({ name }) => name), goOffline };
}

/** Approvals, an edit, a result from elsewhere; and calls that have to outlive their run. */
async function expectAllOfIt(page: Page): Promise<void> {
  const { outcome, done } = await page.plainConversation();
  const parked = await page.parkedThenResumed();

  expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  expect(done).toEqual([{ path: 'a' }, { path: 'B' }]);
  expect(parked.outcomes).toMatchObject([
    { type: 'deferred', requests: { approvals: [{ digest: expect.stringMatching(/^sha-256:/) }] } },
    { type: 'completed', output: 'Done.' },
  ]);
  expect(parked.done).toEqual([{ path: 'a' }]);
}

describe('code that is loaded later', () => {
  it('C298 comes with the first run, and then serves all that runs and people do', async () => {
    const { page, later, goOffline } = await open();
    expect(later).toEqual(expect.arrayContaining(['run-agent', 'local-broker', 'reduce-run-event', 'check-output']));

    expect((await page.hello()).outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    await goOffline();

    await expectAllOfIt(page);
  });

  it('C298 costs no message where it cannot be loaded: that waits, and the conversation says why', async () => {
    const { page, goOffline } = await open();
    await goOffline();

    expect(await page.hello()).toMatchObject({
      queued: ['Hi'],
      error: { code: 'part-not-loaded', message: expect.stringContaining('offline') },
      outcome: null,
      status: 'failed',
    });
    expect(await page.bareHello()).toMatchObject({
      type: 'failed',
      error: { code: 'part-not-loaded' },
      prompt: [{ role: 'user', content: 'Hi' }],
    });
  });

  it('is loaded for an output with a schema', async () => {
    const { page } = await open();

    const outcome = await page.structuredOutput();

    expect(outcome).toMatchObject({ type: 'completed', output: { answer: 42 } });
  });

  it('ends the run with an error when it cannot be loaded', async () => {
    const { page, goOffline } = await open();
    await page.hello();
    await goOffline();

    const outcome = await page.structuredOutput();

    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'part-not-loaded', message: expect.stringContaining('offline') },
    });
  });
});

describe('a page that loads nothing later', () => {
  it('C299 begins runs, asks and reads outputs without any of the files', async () => {
    const { page, goOffline } = await open('eager-page');
    await goOffline();

    await expectAllOfIt(page);
    expect(await page.structuredOutput()).toMatchObject({ type: 'completed', output: { answer: 42 } });
  });

  it('C299 is given every part of the runtime', async () => {
    const files = ['load-eagerly', 'load-storage-eagerly'].map((name) => join(root, `src/eager/${name}.ts`));
    const given = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const runtime = [...readSources('src')].filter(([path]) => !/^src\/(?:components|protocol)\//.test(path));
    const made = runtime.flatMap(([, text]) => [...text.matchAll(/ lazyPart[(<]/g)]);
    const parts = runtime.flatMap(([, text]) =>
      [...text.matchAll(/export const (\w+): LazyPart</g)].map(([, name = '']) => name),
    );

    expect(parts).toHaveLength(made.length);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((name) => !given.includes(`  ${name}.give(`))).toEqual([]);
  });
});

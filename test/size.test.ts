import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { bundlePage, gzipped, initialOf, pages, peers, stylesSize } from '../scripts/bundle-page.mjs';
import { buildWhenStale } from './setup/build-when-stale.js';
import { root } from './setup/source-files.js';

beforeAll(buildWhenStale, 120_000);

/**
 * In KiB, gzipped, with React, `ai` and zod left out: what a page loads at its start, the runtime included where it takes it. What keeps
 * a call safe is at the start. `npm run sizes` shows what takes the room.
 */
const limits: Readonly<Record<keyof typeof pages, number>> = {
  'hook + loop + tools + approval logic': 46,
  'the same with policies and grants': 60,
  'AgentChat with hook and loop': 116,
  ApprovalCard: 52,
  'Approval.Root, Title, Approve, Deny': 27,
  EventFeed: 22,
  Confirm: 14,
};

/** The style sheet, in KiB, gzipped, as the build of an app makes it smaller. */
const styles = 18;

/** What Markdown adds to a chat, in KiB. */
const markdown = 20;

/** What all that a page may load later takes at most, in KiB. */
const later = 48;

describe('what a page loads at its start', () => {
  it.each(Object.entries(pages))('keeps the limit of %s', async (name, code) => {
    const chunks = await bundlePage(code);
    const initial = initialOf(chunks);
    const bytes = gzipped(initial);
    const rest = gzipped(chunks.filter((chunk) => !initial.includes(chunk)));
    const limit = limits[name as keyof typeof pages] * 1024; // an entry of it

    // The numbers are the point of this test, also where it passes.
    process.stdout.write(
      `  ${name}: ${bytes} bytes gzip at the start (limit ${limit}), ${rest} more when they are needed\n`,
    );
    const own = new Set(chunks.map(({ fileName }) => fileName));
    const foreign = new Set(chunks.flatMap(({ imports }) => imports).filter((imported) => !own.has(imported)));
    expect([...foreign].filter((imported) => !/^react(?:-dom)?(?:\/|$)/.test(imported))).toEqual([]);
    expect(bytes).toBeGreaterThan(limit / 2);
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(rest).toBeLessThanOrEqual(later * 1024);
  });

  it('keeps the limit of the style sheet', async () => {
    const bytes = await stylesSize();

    process.stdout.write(`  styles.css: ${bytes} bytes gzip (limit ${styles * 1024})\n`);
    expect(bytes).toBeGreaterThan((styles * 1024) / 2);
    expect(bytes).toBeLessThanOrEqual(styles * 1024);
  });
});

/** The modules of an entry from the sources, whose exports all stay, with the peers left out. */
async function bundle(entry: string): Promise<Rollup.OutputChunk[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: /^countersign$/, replacement: join(root, 'src/index.ts') },
        // As it is published: what the bundler of an app can leave out is decided by what ours wrote.
        { find: /^countersign\/components$/, replacement: join(root, 'dist/components/index.js') },
      ],
    },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'esnext',
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, entry),
        preserveEntrySignatures: 'strict',
        external: (id) => peers.test(id),
        onLog: () => {},
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  return outputs.filter((output) => output.type === 'chunk');
}

describe('the bundle', () => {
  it('of a page with a chat has nothing of the event feed in it, not even its words', async () => {
    const chunks = await bundle('test/setup/chat-only.tsx');
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));

    expect(modules.filter((id) => id.includes('src/components/chat/')).length).toBeGreaterThan(5);
    expect(modules.filter((id) => /src\/(?:components\/)?feed\//.test(id))).toEqual([]);
  });

  it('of a page with a chat has no Markdown in it until the app asks for it, and then no more than its limit', async () => {
    const plain = await bundle('test/setup/chat-only.tsx');
    const rich = await bundle('test/setup/chat-markdown.tsx');
    const bytes = gzipped(initialOf(rich)) - gzipped(initialOf(plain));

    process.stdout.write(`  Markdown in a chat: ${bytes} bytes gzip more (limit ${markdown * 1024})\n`);
    const modules = plain.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => /\/marked\/|src\/markdown\//.test(id))).toEqual([]);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(markdown * 1024);
  });

  it('of a page with one part has no other part of its namespace in it', async () => {
    const chunks = await bundle('test/setup/one-part.tsx');
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));

    expect(modules).toContain('dist/components/approval/approval-facts.js');
    expect(modules.filter((id) => /approval-(?:root|forms|actions|card)\.js|\.parts\.js/.test(id))).toEqual([]);
  });

  it('of countersign/core has no React, nothing of ai and no provider in it', async () => {
    const chunks = await bundle('src/core.ts');
    const loaded = chunks.flatMap(({ imports, dynamicImports, moduleIds }) => [
      ...imports,
      ...dynamicImports,
      ...moduleIds.map((id) => id.slice(id.lastIndexOf('node_modules/')).replace('node_modules/', '')),
    ]);

    expect(chunks.flatMap(({ exports }) => exports)).toContain('createAgent');
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((id) => peers.test(id) || /\/src\/(?:hooks|components)\//.test(id))).toEqual([]);
    expect(chunks.map(({ code }) => code).join()).not.toMatch(/useSyncExternalStore|react/i);
  });
});

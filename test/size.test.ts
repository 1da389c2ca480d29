import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWhenStale } from './setup/build-when-stale.js';
import { root } from './setup/source-files.js';

beforeAll(buildWhenStale, 120_000);

/** What an app has anyway. */
const peers = /^(?:react|react-dom|ai|zod)(?:\/|$)|^@ai-sdk\//;

/** Bundles an entry for production, from the sources, with the peers left out: a page, or a library whose exports all stay. */
async function bundle(entry: string, kind: 'page' | 'library'): Promise<Rollup.OutputChunk[]> {
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
        preserveEntrySignatures: kind === 'library' && 'strict',
        external: (id) => peers.test(id),
        onLog: () => {},
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  return outputs.filter((output) => output.type === 'chunk');
}

/** In bytes, gzipped: what a page loads at its start, and what it may load later. What keeps a call safe is at the start. */
const limits = { initial: 45 * 1024, trusted: 59 * 1024, later: 6 * 1024, markdown: 20 * 1024 } as const;

/** The chunks that a page loads at its start: the entry, and what it imports statically. */
function initialOf(chunks: readonly Rollup.OutputChunk[]): ReadonlySet<Rollup.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of initial) {
    for (const name of imports) {
      const chunk = byName.get(name);
      if (chunk !== undefined) initial.add(chunk);
    }
  }
  return initial;
}

function gzipped(chunks: readonly Rollup.OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

describe('the bundle', () => {
  it('of an app with hook, loop, tools and approvals keeps its limits, gzipped', async () => {
    const chunks = await bundle('bench/peers/bundle/90-countersign.jsx', 'page');
    const initial = initialOf(chunks);
    const bytes = {
      initial: gzipped([...initial]),
      later: gzipped(chunks.filter((chunk) => !initial.has(chunk))),
    };

    // The numbers are the point of this test, also where it passes.
    process.stdout.write(
      `  hook + loop + tools + approval logic: ${bytes.initial} bytes gzip at the start (limit ${limits.initial}), ${bytes.later} more when they are needed (limit ${limits.later})\n`,
    );
    const own = new Set(chunks.map(({ fileName }) => fileName));
    const foreign = chunks.flatMap(({ imports }) => imports).filter((name) => !own.has(name));
    expect(foreign.sort()).toEqual(['react', 'react-dom/client', 'react/jsx-runtime']);
    expect(bytes.initial).toBeGreaterThan(10_000);
    expect(bytes.later).toBeGreaterThan(1_000);
    expect(bytes.initial).toBeLessThanOrEqual(limits.initial);
    expect(bytes.later).toBeLessThanOrEqual(limits.later);
  });

  it('of the same app with policies and remembered grants keeps its limit', async () => {
    const bytes = gzipped([...initialOf(await bundle('bench/peers/bundle/91-countersign-trust.jsx', 'page'))]);

    process.stdout.write(
      `  the same with policies and grants: ${bytes} bytes gzip at the start (limit ${limits.trusted})\n`,
    );
    expect(bytes).toBeGreaterThan(limits.initial / 2);
    expect(bytes).toBeLessThanOrEqual(limits.trusted);
  });

  it('of a page with a chat has nothing of the event feed in it but its words', async () => {
    const chunks = await bundle('test/setup/chat-only.tsx', 'library');
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));

    expect(modules.filter((id) => id.includes('src/components/chat/')).length).toBeGreaterThan(5);
    expect(modules.filter((id) => /src\/(?:components\/)?feed\//.test(id))).toEqual(['src/feed/feed-strings.ts']);
  });

  it('of a page with a chat has no Markdown in it until the app asks for it, and then no more than its limit', async () => {
    const plain = await bundle('test/setup/chat-only.tsx', 'library');
    const rich = await bundle('test/setup/chat-markdown.tsx', 'library');
    const bytes = gzipped([...initialOf(rich)]) - gzipped([...initialOf(plain)]);

    process.stdout.write(`  Markdown in a chat: ${bytes} bytes gzip more (limit ${limits.markdown})\n`);
    const modules = plain.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => /\/marked\/|src\/markdown\//.test(id))).toEqual([]);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(limits.markdown);
  });

  it('of a page with one part has no other part of its namespace in it', async () => {
    const chunks = await bundle('test/setup/one-part.tsx', 'library');
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));

    expect(modules).toContain('dist/components/approval/approval-facts.js');
    expect(modules.filter((id) => /approval-(?:root|forms|actions|card)\.js|\.parts\.js/.test(id))).toEqual([]);
  });

  it('of countersign/core has no React, nothing of ai and no provider in it', async () => {
    const chunks = await bundle('src/core.ts', 'library');
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

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { root } from './setup/source-files.js';

/** What an app has anyway. */
const peers = /^(?:react|react-dom|ai|zod)(?:\/|$)|^@ai-sdk\//;

/** Bundles an entry for production, from the sources, with the peers left out. */
async function bundle(entry: string): Promise<Rollup.OutputChunk[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: [{ find: /^countersign$/, replacement: join(root, 'src/index.ts') }] },
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

/** In bytes, gzipped. The goal is 33 KiB; policies, proof, expiry and the broker have taken it beyond, and it must not grow from here. */
const limit = 37.5 * 1024;

describe('the bundle', () => {
  it('of an app with hook, loop, tools and approvals keeps its limit, gzipped', async () => {
    const chunks = await bundle('bench/peers/bundle/90-countersign.jsx');
    const bytes = chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

    // The number is the point of this test, also where it passes.
    process.stdout.write(
      `  hook + loop + tools + approval logic: ${bytes} bytes gzip (limit ${limit}, goal ${33 * 1024})\n`,
    );
    expect(chunks.flatMap(({ imports }) => imports).sort()).toEqual(['react', 'react-dom/client', 'react/jsx-runtime']);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(limit);
  });

  it('of a page with a chat has nothing of the event feed in it but its words', async () => {
    const chunks = await bundle('test/setup/chat-only.tsx');
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));

    expect(modules.filter((id) => id.includes('src/components/thread/')).length).toBeGreaterThan(5);
    expect(modules.filter((id) => id.includes('src/components/feed/'))).toEqual([
      'src/components/feed/default-feed-strings.ts',
    ]);
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

import { beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a JavaScript module
import { bundlePage, gzipped, initialOf, pages, peers, stylesSize } from '../scripts/bundle-page.mjs';
import { buildWhenStale } from './setup/build-when-stale.js';
import { root } from './setup/source-files.js';

beforeAll(buildWhenStale, 120_000);

/**
 * In KiB, gzipped, without React, `ai` and zod. These limits are not goals: raise one together with a new
 * feature, and name it here. The largest features are the removal of content that a provider refused (5), and
 * fitting names and schemas to strict providers (5). `npm run sizes` shows the sizes of all files.
 */
const limits: Readonly<Record<keyof typeof pages, number>> = {
  'hook + loop + tools + approval logic': 82,
  'the same with policies and grants': 95, // with messages to an active run (1)
  'AgentChat with hook and loop': 183, // with the people of a call, texts that are said once, times of calls and one Undo
  ApprovalCard: 78, // with the menu of what to remember (1), the people of a call, texts that are said once (2), and cards without their forms
  'Approval.Root, Title, Approve, Deny': 47, // with the focus on the field that is most likely edited (1)
  EventFeed: 54, // with the call ledger, and the details of a row in words: inputs and results as values (15)
  'hook + remote agent + HTTP transport': 70,
  'hook + remote agent + AG-UI transport': 78,
  Confirm: 31,
};

/** The style sheet in KiB, minified by the build of an app and gzipped. */
const styles = 22;

/** The additional size of Markdown in a chat, in KiB. */
const markdown = 20;

/**
 * The size of a storage in KiB, including `idb` and the plugin that persists conversations, leads and follows
 * (5).
 */
const persistence = 24;

/** The additional size of a port, for the client of a run server and for the server, in KiB. */
const ports = {
  connectAgent: { page: "export { runServerTransport, connectAgent } from 'countersign/core';", limit: 3 },
  serveAgent: { page: "export { createRunServer, memoryRunStore, serveAgent } from 'countersign/server';", limit: 3 },
} as const;

describe('the code that a page loads', () => {
  it.each(Object.entries(pages))('keeps the limit of %s', async (name, code) => {
    const chunks = await bundlePage(code);
    const bytes = gzipped(initialOf(chunks));
    const limit = limits[name as keyof typeof pages]; // a key of `pages`

    // Always printed, because the numbers are informative.
    process.stdout.write(`  ${name}: ${bytes} bytes gzip (limit ${limit * 1024})\n`);
    const own = new Set(chunks.map(({ fileName }) => fileName));
    const foreign = new Set(chunks.flatMap(({ imports }) => imports).filter((imported) => !own.has(imported)));
    expect([...foreign].filter((imported) => !/^react(?:-dom)?(?:\/|$)/.test(imported))).toEqual([]);
    expect(bytes).toBeGreaterThan(limit * 512);
    expect(bytes).toBeLessThanOrEqual(limit * 1024);
  });

  it('keeps the limit of the style sheet', async () => {
    const bytes = await stylesSize();

    process.stdout.write(`  styles.css: ${bytes} bytes gzip (limit ${styles * 1024})\n`);
    expect(bytes).toBeGreaterThan((styles * 1024) / 2);
    expect(bytes).toBeLessThanOrEqual(styles * 1024);
  });
});

/** Returns the modules of a page, by their paths in the repository. */
function modulesOf(chunks: Awaited<ReturnType<typeof bundlePage>>): string[] {
  return chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length));
}

const chat = "export { AgentChat } from 'countersign/components';";

describe('the bundle', () => {
  it('of a page with a chat has nothing of the event feed in it, not even its words', async () => {
    const modules = modulesOf(await bundlePage(chat));

    expect(modules.filter((id) => id.includes('dist/components/chat/')).length).toBeGreaterThan(5);
    expect(modules.filter((id) => /dist\/(?:components\/)?feed\//.test(id))).toEqual([]);
  });

  it('of a page with a chat has no Markdown in it until the app asks for it, and then no more than its limit', async () => {
    const plain = await bundlePage(chat);
    const rich = await bundlePage(`${chat} export { renderMarkdown } from 'countersign/markdown';`);
    const bytes = gzipped(initialOf(rich)) - gzipped(initialOf(plain));

    process.stdout.write(`  Markdown in a chat: ${bytes} bytes gzip more (limit ${markdown * 1024})\n`);
    expect(modulesOf(plain).filter((id) => /\/marked\/|dist\/markdown\//.test(id))).toEqual([]);
    expect(modulesOf(rich).filter((id) => /\/marked\/|dist\/markdown\//.test(id)).length).toBeGreaterThan(5);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(markdown * 1024);
  });

  it('of countersign/persistence keeps its limit, and takes nothing from elsewhere but zod/mini', async () => {
    const chunks = await bundlePage("export * from 'countersign/persistence';");
    const bytes = gzipped(chunks);

    process.stdout.write(`  countersign/persistence: ${bytes} bytes gzip (limit ${persistence * 1024})\n`);
    expect(modulesOf(chunks).some((id) => id.includes('node_modules/idb/'))).toBe(true);
    expect([...new Set(chunks.flatMap(({ imports }) => imports))]).toEqual(['zod/mini']);
    expect(chunks).toHaveLength(1);
    expect(bytes).toBeGreaterThan(persistence * 512);
    expect(bytes).toBeLessThanOrEqual(persistence * 1024);
  });

  it('of a page without a storage has nothing in it that persists conversations or follows other tabs', async () => {
    const isPersistence = /conversation-gone|not-kept|saveDrafts|BroadcastChannel/;
    const page = pages['hook + loop + tools + approval logic'];
    const plain = await bundlePage(page);
    const stored = await bundlePage(`${page} export { memoryStorage } from 'countersign/persistence';`);

    expect(modulesOf(plain).filter((id) => id.startsWith('dist/persistence/'))).toEqual([]);
    expect(plain.map(({ code }) => code).join()).not.toMatch(isPersistence);
    expect(stored.map(({ code }) => code).join()).toMatch(isPersistence);
  });

  it('of a page loads three views and a library later, and nothing of the runtime', async () => {
    const chunks = await bundlePage(pages['AgentChat with hook and loop']);
    const initial = initialOf(chunks);
    const later = modulesOf(chunks.filter((chunk) => !initial.includes(chunk)));

    expect(later.length).toBeGreaterThan(5);
    expect(later.filter((id) => /^dist\/(?!components\/|form\/|words\/)/.test(id))).toEqual([]);
  });

  it('of a page has nothing of ports in it until the app asks for it, and then no more than its limit', async () => {
    const isPort = (id: string): boolean => /dist\/(?:remote|server)\/port\//.test(id);
    const plain = await bundlePage(pages['hook + loop + tools + approval logic']);
    expect(modulesOf(plain).filter(isPort)).toEqual([]);
    for (const [name, { page, limit }] of Object.entries(ports)) {
      const chunks = await bundlePage(page);
      const without = await bundlePage(page.replace(`, ${name}`, ''));
      const bytes = gzipped(initialOf(chunks)) - gzipped(initialOf(without));

      process.stdout.write(`  ${name}: ${bytes} bytes gzip more (limit ${limit * 1024})\n`);
      expect(modulesOf(chunks).filter(isPort).length).toBeGreaterThan(3);
      expect(bytes).toBeLessThanOrEqual(limit * 1024);
    }
  });

  it('of a page whose agent is on a server has nothing of the model layer in it', async () => {
    const chunks = await bundlePage(pages['hook + remote agent + HTTP transport']);
    const modules = modulesOf(chunks);

    expect(modules.filter((id) => id.includes('dist/remote/ui-stream/')).length).toBeGreaterThan(5);
    expect(modules.filter((id) => /dist\/(?:agent\/(?:model|run-server)|json-schema)\//.test(id))).toEqual([]);
  });

  it('of a page with one part has no other part of its namespace in it', async () => {
    const page = "import { Approval } from 'countersign/components'; export const Title = Approval.Title;";
    const modules = modulesOf(await bundlePage(page));

    expect(modules).toContain('dist/components/approval/approval-facts.js');
    expect(modules.filter((id) => /approval-(?:root|forms|actions|card)\.js|\.parts\.js/.test(id))).toEqual([]);
  });

  it('of countersign/core has no React, nothing of ai and no provider in it', async () => {
    const chunks = await bundlePage("export * from 'countersign/core';");
    const loaded = chunks.flatMap(({ imports, dynamicImports, moduleIds }) => [
      ...imports,
      ...dynamicImports,
      ...moduleIds.map((id) => id.slice(id.lastIndexOf('node_modules/')).replace('node_modules/', '')),
    ]);

    expect(chunks.flatMap(({ exports }) => exports)).toContain('createAgent');
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((id) => peers.test(id) || /\/dist\/(?:hooks|components)\//.test(id))).toEqual([]);
    expect(chunks.map(({ code }) => code).join()).not.toMatch(/useSyncExternalStore|react/i);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { bundlePage, gzipped, initialOf, pages, peers, stylesSize } from '../scripts/bundle-page.mjs';
import { buildWhenStale } from './setup/build-when-stale.js';
import { root } from './setup/source-files.js';

beforeAll(buildWhenStale, 120_000);

/**
 * In KiB, gzipped, with React, `ai` and zod left out: what a page loads at its start, and all that it may load in the end. The loop, what asks and what
 * shows a run come with the first run, with what looks through texts, and the queue of a chat once the chat is shown. Nothing of a run is shown before: a card
 * that is seen has its marks, its yes and its no. `npm run sizes` shows what takes the room.
 */
const limits: Readonly<Record<keyof typeof pages, { readonly start: number; readonly all: number }>> = {
  'hook + loop + tools + approval logic': { start: 28, all: 117 },
  'the same with policies and grants': { start: 60, all: 130 },
  'AgentChat with hook and loop': { start: 69, all: 232 },
  ApprovalCard: { start: 41, all: 109 },
  'Approval.Root, Title, Approve, Deny': { start: 21, all: 48 },
  EventFeed: { start: 23, all: 50 },
  'hook + remote agent + HTTP transport': { start: 26, all: 109 },
  'hook + remote agent + AG-UI transport': { start: 26, all: 117 },
  Confirm: { start: 10.5, all: 37 },
};

/** The style sheet, in KiB, gzipped, as the build of an app makes it smaller. */
const styles = 20;

/** What Markdown adds to a chat, in KiB. */
const markdown = 20;

/** What a storage takes by itself, `idb` included, in KiB: to list and to read what is kept at the start, and with what writes in the end. */
const persistence = { start: 10, all: 18 } as const;

/** What an agent behind a port adds on its two sides, in KiB: one of them is in the page, which then needs no loop, the other in the worker. */
const ports = { connectAgent: 9, serveAgent: 4 } as const;

describe('what a page loads at its start', () => {
  it.each(Object.entries(pages))('keeps the limit of %s', async (name, code) => {
    const chunks = await bundlePage(code);
    const initial = initialOf(chunks);
    const bytes = gzipped(initial);
    const all = gzipped(chunks);
    const limit = limits[name as keyof typeof pages]; // an entry of it

    // The numbers are the point of this test, also where it passes.
    process.stdout.write(
      `  ${name}: ${bytes} bytes gzip at the start (limit ${limit.start * 1024}), ${all} in the end (limit ${limit.all * 1024})\n`,
    );
    const own = new Set(chunks.map(({ fileName }) => fileName));
    const foreign = new Set(chunks.flatMap(({ imports }) => imports).filter((imported) => !own.has(imported)));
    expect([...foreign].filter((imported) => !/^react(?:-dom)?(?:\/|$)/.test(imported))).toEqual([]);
    expect(bytes).toBeGreaterThan(limit.start * 512);
    expect(bytes).toBeLessThanOrEqual(limit.start * 1024);
    expect(all).toBeGreaterThan(limit.all * 512);
    expect(all).toBeLessThanOrEqual(limit.all * 1024);
  });

  it('keeps the limit of the style sheet', async () => {
    const bytes = await stylesSize();

    process.stdout.write(`  styles.css: ${bytes} bytes gzip (limit ${styles * 1024})\n`);
    expect(bytes).toBeGreaterThan((styles * 1024) / 2);
    expect(bytes).toBeLessThanOrEqual(styles * 1024);
  });
});

/** The modules of a page, by their paths in the repository. */
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
    const initial = initialOf(chunks);
    const bytes = gzipped(initial);
    const all = gzipped(chunks);

    process.stdout.write(
      `  countersign/persistence: ${bytes} bytes gzip at the start (limit ${persistence.start * 1024}), ${all} in the end (limit ${persistence.all * 1024})\n`,
    );
    expect(modulesOf(initial).some((id) => id.includes('node_modules/idb/'))).toBe(true);
    expect([...new Set(initial.flatMap(({ imports }) => imports))]).toEqual(['zod/mini']);
    // One file comes later: where what writes is there, all of it is.
    expect(chunks.filter((chunk) => !initial.includes(chunk)).map(({ name }) => name)).toEqual(['writing']);
    expect(bytes).toBeGreaterThan(persistence.start * 512);
    expect(bytes).toBeLessThanOrEqual(persistence.start * 1024);
    expect(all).toBeGreaterThan(persistence.all * 512);
    expect(all).toBeLessThanOrEqual(persistence.all * 1024);
  });

  it('of a page that loads nothing later has nothing of a storage in it until the app asks for that, too', async () => {
    const isStorage = (id: string): boolean => id.includes('dist/persistence/');
    const runtime = await bundlePage("export { loadEagerly } from 'countersign/eager';");
    const storage = await bundlePage(
      "export { loadStorageEagerly } from 'countersign/eager'; export * from 'countersign/persistence';",
    );

    expect(modulesOf(runtime).length).toBeGreaterThan(50);
    expect(modulesOf(runtime).filter(isStorage)).toEqual([]);
    expect(modulesOf(initialOf(storage)).filter(isStorage)).toContain('dist/persistence/writing.js');
    expect(storage).toHaveLength(1);
  });

  it('of a page has nothing of ports in it until the app asks for it, and then no more than its limit', async () => {
    const plain = pages['hook + loop + tools + approval logic'];
    const without = await bundlePage(plain);
    const isPort = (id: string): boolean => id.includes('dist/agent/port/');
    expect(modulesOf(without).filter(isPort)).toEqual([]);
    for (const name of ['connectAgent', 'serveAgent'] as const) {
      const chunks = await bundlePage(`${plain} export { ${name} } from 'countersign/core';`);
      const bytes = gzipped(initialOf(chunks)) - gzipped(initialOf(without));

      process.stdout.write(`  ${name}: ${bytes} bytes gzip more (limit ${ports[name] * 1024})\n`);
      expect(modulesOf(chunks).filter(isPort).length).toBeGreaterThan(5);
      expect(bytes).toBeLessThanOrEqual(ports[name] * 1024);
    }
  });

  it('of a page whose agent is on a server has nothing of the model layer in it', async () => {
    const chunks = await bundlePage(pages['hook + remote agent + HTTP transport']);
    const modules = modulesOf(chunks);

    expect(modules.filter((id) => id.includes('dist/agent/ui-stream/')).length).toBeGreaterThan(5);
    expect(modulesOf(initialOf(chunks)).filter((id) => /dist\/agent\/(?:loop|calls|model)\//.test(id))).toEqual([]);
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

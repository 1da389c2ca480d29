import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: unbuilt scripts of this repository
import { strangersEnv } from '../../../scripts/examples.mjs';
// biome-ignore lint/correctness/useImportExtensions: unbuilt scripts of this repository
import { buildRegistry } from '../../../scripts/registry.mjs';
// biome-ignore lint/correctness/useImportExtensions: unbuilt scripts of this repository
import { npm, run } from '../../../scripts/run.mjs';
import { root } from '../../setup/source-files.js';

/** The registry on a static server, as the docs site serves it. */
export interface ServedRegistry {
  readonly url: string;
  /** The names of all items. */
  readonly items: readonly string[];
  /** The paths that were requested and do not exist. */
  readonly missing: readonly string[];
  readonly close: () => Promise<void>;
}

/** The CLI reads the colors of a style from the registry of shadcn/ui. The items here need none. */
const noColors = {
  inlineColors: { light: {}, dark: {} },
  cssVars: { light: {}, dark: {} },
  inlineColorsTemplate: '',
  cssVarsTemplate: '',
};

/** Builds the registry for a packed package, and serves it. */
export async function serveRegistry(folder: string, tarball: string): Promise<ServedRegistry> {
  const outDir = join(folder, 'r');
  const items = buildRegistry({ outDir, countersign: `file:${tarball}` });
  await mkdir(join(outDir, 'colors'));
  await writeFile(join(outDir, 'colors/neutral.json'), JSON.stringify(noColors));
  const missing: string[] = [];
  const server: Server = createServer(async ({ url = '/' }, response) => {
    const text = await readFile(join(folder, new URL(url, 'http://localhost').pathname), 'utf8').catch(() => undefined);
    if (text === undefined) missing.push(url);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}/r`,
    items,
    missing,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A copy of the app outside of the repository. Each method throws when its command fails. */
export interface ShadcnApp {
  readonly path: string;
  readonly npm: (...args: readonly string[]) => Promise<string>;
  /** Runs the shadcn CLI, which can reach only this registry. */
  readonly shadcn: (...args: readonly string[]) => Promise<string>;
}

/** Copies the app of Vite, React, Tailwind and shadcn/ui, and installs it. */
export async function createShadcnApp(folder: string, registry: ServedRegistry): Promise<ShadcnApp> {
  const path = join(folder, 'app');
  await cp(join(root, 'test/e2e/registry/fixtures/app'), path, { recursive: true });
  const env = { ...strangersEnv, CI: '1', REGISTRY_URL: registry.url };
  const app: ShadcnApp = {
    path,
    npm: async (...args) => must(args, await npm(args, { cwd: path, env })),
    shadcn: async (...args) => {
      const cli = join(path, 'node_modules/shadcn/dist/index.js');
      return must(args, await run(process.execPath, [cli, ...args], { cwd: path, env, limitMs: 180_000 }));
    },
  };
  await app.npm('install', '--no-audit', '--no-fund', '--loglevel=error');
  return app;
}

function must(args: readonly string[], { ok, output }: { readonly ok: boolean; readonly output: string }): string {
  if (!ok) throw new Error(`${args.join(' ')} failed:\n${output}`);
  return output;
}

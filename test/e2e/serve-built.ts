import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
// biome-ignore lint/correctness/useImportExtensions: a JavaScript module
import { alias } from '../../scripts/entries.mjs';
import { root } from '../setup/source-files.js';

/** Scripts built like an app's, and served next to a page. */
export interface ServedScript {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** Options of {@link serveBuilt}. */
export interface ServeOptions {
  /** The page at every other path. Default: an empty one. */
  readonly html?: string;
  readonly config?: Pick<InlineConfig, 'plugins' | 'define' | 'oxc'>;
}

async function filesOf(entry: string, name: string, config?: ServeOptions['config']) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      lib: { entry: join(root, entry), formats: ['es'], fileName: name, cssFileName: name },
      target: 'esnext',
    },
    ...config,
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  return new Map<string, string | Uint8Array>(
    outputs.map((output) => [`/${output.fileName}`, output.type === 'chunk' ? output.code : output.source]),
  );
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Builds a script and serves it as `/<name>.js`, with its styles as `/<name>.css`. */
export async function serveBuilt(entry: string, name: string, options: ServeOptions = {}): Promise<ServedScript> {
  const { html = '<!doctype html><title>Page</title>', config } = options;
  const files = await filesOf(entry, name, config);
  const server = createServer(({ url: asked = '/' }, response) => {
    const { pathname } = new URL(asked, 'http://localhost');
    const file = files.get(pathname);
    const type = file === undefined ? 'text/html' : (types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain');
    response.setHeader('content-type', type);
    response.end(file ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, type InlineConfig } from 'vite';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { alias } from '../../scripts/entries.mjs';
import { root } from '../setup/source-files.js';

/** A server of what was built. */
export interface BuiltServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Builds a module in files, as an app's bundler makes them, and serves them; any other address is the page. */
export async function serveBuild(entry: string, html: string, config: InlineConfig = {}): Promise<BuiltServer> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    ...config,
    build: {
      write: false,
      lib: { entry, formats: ['es'], fileName: 'entry', cssFileName: 'entry' },
      target: 'esnext',
      ...config.build,
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const files = new Map<string, string | Uint8Array>(
    outputs.map((output) => [`/${output.fileName}`, output.type === 'chunk' ? output.code : output.source]),
  );
  const server = createServer(({ url: asked = '/' }, response) => {
    const { pathname } = new URL(asked, 'http://localhost');
    const file = files.get(pathname);
    const type = file === undefined ? 'text/html' : (types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain');
    response.setHeader('content-type', type);
    response.end(file ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

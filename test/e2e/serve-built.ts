import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { alias } from '../../scripts/entries.mjs';
import { root } from '../setup/source-files.js';

/** A script in files, as an app's bundler makes them, and served beside an empty page. */
export interface ServedScript {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

async function filesOf(entry: string, name: string): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { write: false, lib: { entry: join(root, entry), formats: ['es'], fileName: name }, target: 'esnext' },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const chunks = outputs.filter((output): output is Rollup.OutputChunk => output.type === 'chunk');
  return new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]));
}

/** Builds a script and serves it as `/<name>.js`. */
export async function serveBuilt(entry: string, name: string): Promise<ServedScript> {
  const files = await filesOf(entry, name);
  const server = createServer(({ url: asked = '/' }, response) => {
    const script = files.get(new URL(asked, 'http://localhost').pathname);
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? '<!doctype html><title>Page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

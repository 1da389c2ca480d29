import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type PreviewServer, type ProxyOptions, preview } from 'vite';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { alias } from '../../../scripts/entries.mjs';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { splitStyles } from '../../../scripts/split-styles.mjs';
import type { Snippet } from '../../setup/pages.js';
import { root } from '../../setup/source-files.js';
import type { WholeProps } from './show.js';

const here = join(root, 'test/e2e/docs-blocks');

const wholeProps = (code: string): WholeProps => (code.includes('ClientToolProps') ? 'client-tool' : 'card');

/** Raises the timeouts of a block that is a test: the default of one second is too short on a busy machine. */
const patience = (code: string): string =>
  code.includes('@testing-library/react')
    ? `import { configure } from '@testing-library/react'; configure({ asyncUtilTimeout: 15_000 });`
    : '';

/** The HTML of a new app with the unchanged code of the block. */
const html = ({ file, code }: Snippet): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>${file}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module">
      ${patience(code)}
      import { show } from '${join(here, 'show.tsx')}';
      show(() => import('./${file}'), '${wholeProps(code)}');
    </script>
  </body>
</html>
`;

/**
 * Builds an app for each block, with React's warnings, and serves it as `/<the block's file>.html`. Requests
 * to `/agents` are forwarded to the server at `agents`.
 */
export async function serveBlocks(blocks: readonly Snippet[], agents: string): Promise<PreviewServer> {
  const folder = join(root, 'node_modules/.cache/countersign-docs-blocks');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const block of blocks) {
    await writeFile(join(folder, block.file), block.code);
    await writeFile(join(folder, `${block.file}.html`), html(block));
  }
  const outDir = join(folder, 'dist');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    css: { postcss: { plugins: [splitStyles()] } },
    resolve: { alias: [...alias, { find: '@ai-sdk/openai-compatible', replacement: join(here, 'provider.ts') }] },
    build: {
      target: 'es2022',
      outDir,
      minify: false,
      rolldownOptions: { input: blocks.map(({ file }) => join(folder, `${file}.html`)) },
    },
  });
  const proxy: ProxyOptions = {
    target: agents,
    // The server must see these pages as its own origin.
    configure: (passing) => void passing.on('proxyReq', (request) => request.removeHeader('origin')),
  };
  const options = { host: 'localhost', port: 0, proxy: { '/agents': proxy } };
  return await preview({ configFile: false, root: folder, logLevel: 'warn', build: { outDir }, preview: options });
}

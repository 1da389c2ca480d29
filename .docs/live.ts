import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { alias } from '../scripts/entries.mjs';
import { splitStyles } from '../scripts/split-styles.mjs';
import type { CodeBlock } from './code-blocks.js';

/** A block with a preview, and the name of its page. */
export interface LiveBlock {
  readonly name: string;
  readonly code: CodeBlock['code'];
}

/** The frame that renders a block: the one that the tests of the docs use. */
const frame = 'test/e2e/docs-blocks';

/** The page of a preview. It follows the theme of the page around it, and the system's where it cannot read that. */
const html = ({ name, code }: LiveBlock, root: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>${name}</title>
    <style>
      body { margin: 0; font-family: system-ui, sans-serif; }
      #root { box-sizing: border-box; height: 100dvh; padding: 16px; overflow: auto; }
      #root:has([data-cs='chat-layout']) { padding: 0; }
    </style>
    <script>
      try {
        const page = parent.document.documentElement;
        const follow = () => {
          document.documentElement.style.colorScheme = page.classList.contains('dark') ? 'dark' : 'light';
        };
        follow();
        new MutationObserver(follow).observe(page, { attributeFilter: ['class'] });
      } catch {
        // A preview that is opened on its own, or from a file.
      }
    </script>
  </head>
  <body>
    <div id="root"></div>
    <script type="module">
      import { show } from '${join(root, frame, 'show.tsx')}';
      show(() => import('./${name}.tsx'), '${code.includes('ClientToolProps') ? 'client-tool' : 'card'}');
    </script>
  </body>
</html>
`;

/** Builds a page for each block into `outDir`: `<name>.html`, with relative addresses only. */
export async function buildLive(root: string, blocks: readonly LiveBlock[], outDir: string): Promise<void> {
  const folder = join(root, 'node_modules/.cache/countersign-docs-live');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const block of blocks) {
    await writeFile(join(folder, `${block.name}.tsx`), block.code);
    await writeFile(join(folder, `${block.name}.html`), html(block, root));
  }
  if (blocks.length === 0) return;
  await build({
    root: folder,
    base: './',
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The development server of the site has another mode than its previews.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    css: { postcss: { plugins: [splitStyles()] } },
    resolve: {
      alias: [...alias, { find: '@ai-sdk/openai-compatible', replacement: join(root, frame, 'provider.ts') }],
      dedupe: ['react', 'react-dom'],
    },
    build: {
      target: 'es2022',
      // The frame reads the names of props from the code of a component.
      minify: false,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: blocks.map(({ name }) => join(folder, `${name}.html`)) },
    },
  });
}

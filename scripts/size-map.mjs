// `npm run sizes` prints the size of each page with its largest files, and writes a treemap to size-map.html. `npm run
// sizes -- feed` selects pages by name. The gzipped size of a file is estimated from its share of the minified size.
import { writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundlePage, gzipped, initialOf, pages, stylesSize } from './bundle-page.mjs';

const [wanted = ''] = process.argv.slice(2);
const shown = 12;

/** Counts the minified characters of each file. */
function charactersByFile(chunks) {
  const files = new Map();
  for (const { code, map } of chunks) {
    const origins = new SourceMap(map);
    for (const [line, text] of code.split('\n').entries()) {
      for (let column = 0; column < text.length; column++) {
        const { originalSource } = origins.findEntry(line, column);
        const file = (originalSource ?? 'of the bundler').replace(/^.*node_modules\/|^(?:\.\.\/)*(?:dist\/)?/, '');
        files.set(file, (files.get(file) ?? 0) + 1);
      }
    }
  }
  return files;
}

/** Returns a tree of folders and files with their sizes. */
function toTree(files) {
  const root = { bytes: 0, children: new Map() };
  for (const [file, bytes] of files) {
    let node = root;
    node.bytes += bytes;
    for (const name of file.split('/')) {
      if (!node.children.has(name)) node.children.set(name, { bytes: 0, children: new Map() });
      node = node.children.get(name);
      node.bytes += bytes;
    }
  }
  return root;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Renders nested boxes with areas proportional to the sizes, alternating between rows and columns. */
function toBoxes(name, { bytes, children }, depth) {
  const inner = [...children].sort(([, a], [, b]) => b.bytes - a.bytes);
  const label = `${escaped(name)} ${Math.round(bytes)}`;
  const content = inner.map(([child, node]) => toBoxes(child, node, depth + 1)).join('');
  const direction = depth % 2 === 0 ? 'row' : 'column';
  return `<div class="box" style="flex:${bytes}" title="${label}"><span>${label}</span><div class="in" style="flex-direction:${direction}">${content}</div></div>`;
}

const style = `body{font:11px system-ui;margin:1rem}.page{height:80vh;display:flex}.box{border:1px solid;min-width:0;min-height:0;overflow:hidden;display:flex;flex-direction:column}
.box>span{white-space:nowrap}.in{display:flex;flex:1;min-height:0}`;

// Use a current build, as test/size.test.ts does.
await build({ logLevel: 'error' });
const sections = [];
for (const [name, code] of Object.entries(pages)) {
  if (!name.toLowerCase().includes(wanted.toLowerCase())) continue;
  const chunks = await bundlePage(code);
  const initial = initialOf(chunks);
  const bytes = gzipped(initial);
  const later = gzipped(chunks.filter((chunk) => !initial.includes(chunk)));
  const characters = charactersByFile(initial);
  const all = [...characters.values()].reduce((sum, count) => sum + count, 0);
  const files = [...characters].map(([file, count]) => [file, (count / all) * bytes]).sort(([, a], [, b]) => b - a);
  console.log(`${name}: ${bytes} bytes at the start, ${later} later`);
  for (const [file, share] of files.slice(0, shown)) console.log(`  ${String(Math.round(share)).padStart(6)} ${file}`);
  sections.push(
    `<h2>${escaped(name)}: ${bytes} bytes gzip</h2><div class="page">${toBoxes('', toTree(files), 0)}</div>`,
  );
}
console.log(`styles.css: ${await stylesSize()} bytes`);
writeFileSync(
  fileURLToPath(new URL('../size-map.html', import.meta.url)),
  `<!doctype html><meta charset="utf-8"><title>What takes the room</title><style>${style}</style>${sections.join('\n')}\n`,
);
console.log('size-map.html has the whole.');

// node scripts/size-report.mjs <dist before> [<dist after>]: compares the code that pages load from two builds, and
// prints a Markdown table. The pages are those of test/size.test.ts. A build is bundled with the dependencies that are
// installed in a folder above it, so keep the older one below this folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundlePage, gzipped, initialOf, pages, stylesSize } from './bundle-page.mjs';
import { sizeTable } from './size-table.mjs';

/** Returns a size, or `undefined` for a page that imports names which this build does not have yet. */
async function sizeOrNone(measure) {
  try {
    return await measure();
  } catch {
    return undefined;
  }
}

async function measureBuild(dist) {
  const sizes = new Map();
  for (const [name, code] of Object.entries(pages)) {
    sizes.set(name, await sizeOrNone(async () => gzipped(initialOf(await bundlePage(code, dist)))));
  }
  sizes.set('styles.css', await sizeOrNone(() => stylesSize(dist)));
  return sizes;
}

const [before, after = 'dist'] = process.argv.slice(2);
const missing = [before, after].filter((dist) => dist === undefined || !existsSync(join(resolve(dist), 'index.js')));
if (missing.length > 0) {
  console.error('Give two folders with builds: node scripts/size-report.mjs <dist before> [<dist after>]');
  process.exitCode = 1;
} else {
  console.log(sizeTable(await measureBuild(resolve(before)), await measureBuild(resolve(after))));
}

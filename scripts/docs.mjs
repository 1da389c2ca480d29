// npm run docs: sets up when needed, serves the docs site and prints its URL.
//   npm run docs -- --port 7000             on another port (default: 3000)
//   npm run docs:build                      writes a static site to docs-site/ that works offline, from any path
//   npm run docs:build -- --versions sites  writes it to sites/<version>/, next to the existing versions
//   npm run docs:build -- --no-stories      omits the stories and the links to them
//   npm run docs:build -- --any-links       builds even if links are dead
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRegistry } from './registry.mjs';
import { run } from './run.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

function optionOf(name) {
  const index = args.indexOf(name);
  return index === -1 ? undefined : args[index + 1];
}

/** Loads the builder of the site, which is written in TypeScript. */
async function loadSite() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, '.docs/site.ts'), { root, configFile: false, logLevel: 'warn' });
  return module;
}

async function serve() {
  const port = Number(optionOf('--port') ?? process.env.PORT) || 3000;
  const { serveSite } = await loadSite();
  await serveSite(port);
  console.log(`\n  Countersign docs: http://localhost:${port}/\n  Press Ctrl+C to stop.\n`);
}

async function buildStories() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stories-'));
  const script = join(root, 'scripts/storybook.mjs');
  const { ok } = await run(process.execPath, [script, '--build', '--output-dir', folder], { cwd: root, show: true });
  if (!ok) throw new Error('The stories could not be built. The messages are above.');
  return folder;
}

/** Lists the versions in a folder of sites, newest first, and redirects the folder to the newest. */
function listVersions(folder) {
  const versions = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
    .map(({ name }) => name)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  writeFileSync(join(folder, 'versions.json'), JSON.stringify(versions));
  const page = `<!doctype html><meta http-equiv="refresh" content="0; url=./${versions[0]}/index.html"><title>Countersign</title>`;
  writeFileSync(join(folder, 'index.html'), page);
}

async function build() {
  // Loading TypeScript would set it to `development`, which Rspress uses.
  process.env.NODE_ENV = 'production';
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
  const versions = optionOf('--versions');
  const outDir =
    versions === undefined
      ? resolve(optionOf('--output-dir') ?? join(root, 'docs-site'))
      : resolve(versions, manifest.version);
  const stories = args.includes('--no-stories') ? undefined : await buildStories();
  const { buildSite } = await loadSite();
  await buildSite({ outDir, stories, deadLinks: args.includes('--any-links') ? 'ignore' : 'fail' });
  buildRegistry({ outDir: join(outDir, 'r') });
  if (stories !== undefined) rmSync(stories, { recursive: true, force: true });
  if (versions !== undefined) listVersions(resolve(versions));
  console.log(`\n  The docs are in ${outDir}; any web server can serve them, from any path.\n`);
}

try {
  await setup();
  await (args.includes('--build') ? build() : serve());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

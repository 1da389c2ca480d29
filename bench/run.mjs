// Measures the contenders in bench/peers side by side and prints a table; `npm run bench:peers` installs and starts it.
//   --kinds bundle,stream,tools,history   --only <regex on kind/file>   --modes burst,task,paced   --runs 3
// Times are those of this machine in this hour: compare rows of one run only.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'bundle,stream,tools,history' },
    only: { type: 'string', default: '.' },
    modes: { type: 'string', default: 'burst,task,paced' },
    runs: { type: 'string', default: '3' },
  },
});
const kinds = values.kinds.split(',');
const only = new RegExp(values.only);
const runs = Number(values.runs);

/** The measurements of each kind: a function, and the columns of its table. */
const plans = {
  stream: {
    modes: ['burst', 'task'],
    columns: ['total', 'commits', 'frames', 'longTasks', 'longestTask', 'maxFrameGap', 'peakMB'],
  },
  tools: { modes: ['burst', 'task'], columns: ['step', 'first50', 'last50', 'commits', 'peakMB'] },
  history: {
    modes: ['task', 'paced'],
    columns: ['delta', 'firstDelta', 'commits', 'rowRenders', 'longestTask', 'peakMB'],
  },
};

/** Reads the name of a contender from its first line. The file is not imported, because that needs a browser. */
function contenders(kind) {
  return readdirSync(join(root, 'peers', kind))
    .filter((file) => only.test(`${kind}/${file}`))
    .map((file) => {
      const [, label] = /^\/\/ (.*)\n/.exec(readFileSync(join(root, 'peers', kind, file), 'utf8')) ?? [];
      return { kind, file, label: label ?? file };
    });
}

const common = {
  configFile: false,
  logLevel: 'error',
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
};

/** Returns the size of the initial chunks of an app, gzipped, without React. */
async function bundleSize(input) {
  const { output } = await build({
    ...common,
    root,
    build: {
      write: false,
      target: 'esnext',
      modulePreload: { polyfill: false },
      rolldownOptions: { input, external: (id) => /^react(?:-dom)?(?:\/|$)/.test(id), onLog: () => {} },
    },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const initial = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const { imports } of initial) for (const name of imports) if (chunks.has(name)) initial.add(chunks.get(name));
  const gzip = (code) => gzipSync(code, { level: 9 }).length;
  const sum = (list) => list.reduce((total, { code }) => total + gzip(code), 0);
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'));
  return {
    initial: sum([...initial]),
    later: sum([...chunks.values()].filter((chunk) => !initial.has(chunk))),
    css: styles.reduce((total, { source }) => total + gzip(source), 0),
  };
}

async function printBundles() {
  const base = await bundleSize(join(root, 'lib/empty-app.jsx'));
  const rows = [];
  for (const { kind, file, label } of contenders('bundle')) {
    const { initial, later, css } = await bundleSize(join(root, 'peers', kind, file));
    rows.push([label, ...[initial - base.initial, later, css].map((bytes) => (bytes / 1024).toFixed(1))]);
  }
  printTable('bundle: KiB gzip that an app grows by', ['contender', 'at the start', 'later', 'CSS'], rows);
}

/**
 * Opens a page for a contender. The hook of React's developer tools counts commits; the production build calls it, too.
 */
async function buildPages(all) {
  const pages = join(root, 'pages');
  mkdirSync(pages, { recursive: true });
  const input = all.map(({ kind, file }) => {
    const name = `${kind}-${file.replace(/\.\w+$/, '')}`;
    const hook =
      'commits = 0; __REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: () => commits++, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} };';
    const script = `import { boot } from '../lib/boot.jsx'; import Case from '../peers/${kind}/${file}'; boot(Case);`;
    writeFileSync(join(pages, `${name}.jsx`), script);
    writeFileSync(
      join(pages, `${name}.html`),
      `<!doctype html><title>${name}</title><script>${hook}</script><div id="root"></div><script type="module" src="./${name}.jsx"></script>`,
    );
    return join(pages, `${name}.html`);
  });
  const resolve = { dedupe: ['react', 'react-dom'] };
  const target = {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'esnext',
    rolldownOptions: { input, onLog: () => {} },
  };
  await build({ ...common, root, resolve, build: target });
}

async function play({ kind, file }, mode, url) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    const broken = new Promise((_, reject) => page.on('pageerror', reject));
    await page.goto(`${url}pages/${kind}-${file.replace(/\.\w+$/, '')}.html?kind=${kind}&mode=${mode}`);
    await page.waitForFunction('window.isReady');
    // Wait until the page is idle, as a person would before they press Send.
    await new Promise((resolve) => setTimeout(resolve, 300));
    page.setDefaultTimeout(240_000);
    const result = await Promise.race([page.evaluate('measure()'), broken]);
    return result.isRight ? result : { failed: 'it showed something else' };
  } catch (error) {
    return { failed: String(error.message).split('\n')[0] };
  } finally {
    await browser.close();
  }
}

async function printRaces() {
  const all = kinds.flatMap((kind) => (plans[kind] ? contenders(kind) : []));
  if (all.length === 0) return;
  await buildPages(all);
  const server = await preview({ configFile: false, logLevel: 'error', root, preview: { host: '127.0.0.1', port: 0 } });
  const url = server.resolvedUrls.local[0];
  const modes = values.modes.split(',');
  const races = all.flatMap((one) =>
    plans[one.kind].modes.filter((mode) => modes.includes(mode)).map((mode) => ({ one, mode, results: [] })),
  );
  for (let round = 1; round <= runs; round++) {
    // Alternate the order, so that a machine that becomes slower does not always affect the last one.
    for (const race of round % 2 === 1 ? races : races.toReversed()) {
      race.results.push(await play(race.one, race.mode, url));
      console.error(
        `[${round}/${runs}] ${race.one.kind}/${race.one.file} ${race.mode} ${race.results.at(-1).failed ?? ''}`,
      );
    }
  }
  await server.close();
  for (const kind of kinds.filter((name) => plans[name])) {
    for (const mode of plans[kind].modes)
      printRace(
        kind,
        mode,
        races.filter((race) => race.one.kind === kind && race.mode === mode),
      );
  }
}

function printRace(kind, mode, races) {
  if (races.length === 0) return;
  const { columns } = plans[kind];
  const rows = races.map(({ one, results }) => {
    const whole = results.filter(({ failed }) => failed === undefined);
    if (whole.length < results.length) return [one.label, results.find(({ failed }) => failed !== undefined).failed];
    return [one.label, ...columns.map((column) => spread(whole.map((result) => result[column])))];
  });
  printTable(`${kind}, ${mode}: median [min..max]; times in ms`, ['contender', ...columns], rows);
}

function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const show = (number) => number.toFixed(number < 10 && !Number.isInteger(number) ? 2 : 0);
  return `${show(sorted[Math.floor(sorted.length / 2)])} [${show(sorted[0])}..${show(sorted.at(-1))}]`;
}

function printTable(title, head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(`\n### ${title}\n\n${lines.join('\n')}`);
}

console.log(`Node ${process.version}, ${runs} runs`);
if (kinds.includes('bundle')) await printBundles();
await printRaces();

// Bundles a page from the built package as the bundler of an app would, without the peers. It is used for the size
// limits in test/size.test.ts, for the map in scripts/size-map.mjs and for the comparison in scripts/size-report.mjs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages that an app has anyway. */
export const peers = /^(?:react|react-dom|ai|zod)(?:\/|$)|^@ai-sdk\//;

const benchPage = (name) => readFileSync(`${root}bench/peers/bundle/${name}.jsx`, 'utf8');

/** The measured pages, with their imports from the package. */
export const pages = {
  'hook + loop + tools + approval logic': benchPage('90-countersign'),
  'the same with policies and grants': benchPage('91-countersign-trust'),
  'AgentChat with hook and loop': `${benchPage('90-countersign')} export { AgentChat } from 'countersign/components';`,
  ApprovalCard: "export { ApprovalCard } from 'countersign/components';",
  'Approval.Root, Title, Approve, Deny':
    "import { Approval } from 'countersign/components'; export const Root = Approval.Root, Title = Approval.Title, Approve = Approval.Approve, Deny = Approval.Deny;",
  EventFeed: "export { EventFeed } from 'countersign/components';",
  'hook + remote agent + HTTP transport':
    "export { createRemoteAgent, httpTransport, useAgentRun } from 'countersign';",
  'hook + remote agent + AG-UI transport':
    "export { agUiTransport, createRemoteAgent, useAgentRun } from 'countersign';",
  Confirm: "export { Confirm } from 'countersign/components';",
};

const ownDist = `${root}dist`;

/**
 * Returns the aliases that resolve the name of the package to the published files, so that tree shaking works on a
 * build's output.
 */
const aliasOf = (dist) => [
  { find: /^countersign$/, replacement: `${dist}/index.js` },
  { find: /^countersign\/styles\.css$/, replacement: `${dist}/styles.css` },
  { find: /^countersign\/core$/, replacement: `${dist}/core.js` },
  { find: /^countersign\/(.+)$/, replacement: `${dist}/$1/index.js` },
];

async function bundleAll(code, dist) {
  const entry = '\0page.jsx';
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      { name: 'page', resolveId: (id) => (id === 'page' ? entry : null), load: (id) => (id === entry ? code : null) },
    ],
    resolve: { alias: aliasOf(dist) },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'esnext',
      minify: true,
      sourcemap: 'hidden',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'page',
        // Keep all imports of a page, even if it does not render them.
        preserveEntrySignatures: 'allow-extension',
        external: (id) => peers.test(id),
        onLog: () => {},
      },
    },
  });
  return (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
}

/** Bundles the code of a page with its exports, from the last build or from another folder with one. */
export async function bundlePage(code, dist = ownDist) {
  const outputs = await bundleAll(code, dist);
  return outputs.filter((output) => output.type === 'chunk');
}

/** Returns the size of the style sheet after minification and gzip, in bytes. */
export async function stylesSize(dist = ownDist) {
  const outputs = await bundleAll("import 'countersign/styles.css';", dist);
  const sheets = outputs.filter(({ fileName }) => fileName.endsWith('.css'));
  return sheets.reduce((sum, { source }) => sum + gzipSync(source, { level: 9 }).length, 0);
}

/** Returns the initial chunks of a page: the entry and its static imports. */
export function initialOf(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of initial) {
    for (const name of imports) {
      const chunk = byName.get(name);
      if (chunk !== undefined) initial.add(chunk);
    }
  }
  return [...initial];
}

/** Returns the gzipped size in bytes. */
export function gzipped(chunks) {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

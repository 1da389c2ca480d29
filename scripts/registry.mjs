// npm run registry:build: writes the shadcn registry of `registry/` as static JSON.
//   npm run registry:build                        to docs-site/r/, beside the docs
//   npm run registry:build -- --output-dir r      to another folder
//   npm run registry:build -- --countersign URL   installs the package from there, for a version that is not published
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The name under which an app adds the registry to its `components.json`. */
const namespace = '@countersign';

/** Returns a package with the versions that this version of countersign supports, for `npm install`. */
function versioned(name, { manifest, countersign }) {
  if (name === manifest.name) return countersign ?? `${name}@^${manifest.version}`;
  return `${name}@${manifest.peerDependencies[name]}`;
}

/** Returns an item as the shadcn CLI reads it: with versions, the namespace, and the text of its files. */
function toItem({ dependencies, registryDependencies, files, ...item }, source) {
  return {
    ...item,
    ...(dependencies && { dependencies: dependencies.map((name) => versioned(name, source)) }),
    ...(registryDependencies && { registryDependencies: registryDependencies.map((name) => `${namespace}/${name}`) }),
    ...(files && { files: files.map((file) => toFile(file, item.type)) }),
  };
}

function toFile(file, type) {
  const path = `registry/${file}`;
  const content = readFileSync(join(root, path), 'utf8');
  return { path, type, target: `components/countersign/${file}`, content };
}

/**
 * Writes `registry.json` and one file for each item into a folder, and returns the names of the items. `countersign`
 * is what npm installs instead of the published version.
 */
export function buildRegistry({ outDir, countersign }) {
  const { items, ...registry } = readJson('registry/registry.json');
  const source = { manifest: readJson('package.json'), countersign };
  const write = (name, value) => writeFileSync(join(outDir, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
  mkdirSync(outDir, { recursive: true });
  const built = items.map((item) => toItem(item, source));
  for (const item of built) write(item.name, { $schema: 'https://ui.shadcn.com/schema/registry-item.json', ...item });
  const withoutContent = ({ content: _, ...file }) => file;
  const index = built.map((item) => (item.files ? { ...item, files: item.files.map(withoutContent) } : item));
  write('registry', { ...registry, items: index });
  return built.map(({ name }) => name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const optionOf = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
  const outDir = resolve(optionOf('--output-dir') ?? join(root, 'docs-site/r'));
  const names = buildRegistry({ outDir, countersign: optionOf('--countersign') });
  console.log(`The registry is in ${outDir}: ${names.join(', ')}.`);
}

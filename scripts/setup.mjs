// Prepares a fresh clone. Node built-ins only, because no package is installed yet.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDuration, npm } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function readJson(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function checkNode(required) {
  const minimum = /\d+(?:\.\d+)*/.exec(required)?.[0].split('.').map(Number) ?? [];
  const actual = process.versions.node.split('.').map(Number);
  for (const [index, wanted] of minimum.entries()) {
    const have = actual[index] ?? 0;
    if (have > wanted) return;
    if (have < wanted) {
      throw new Error(
        `This is Node ${process.versions.node}; Countersign needs ${required}. Get a newer one from https://nodejs.org, or with nvm: nvm install --lts`,
      );
    }
  }
}

function lockMatches(manifest, lock) {
  const locked = lock.packages?.[''] ?? {};
  return dependencyFields.every(
    (field) => JSON.stringify(sorted(manifest[field])) === JSON.stringify(sorted(locked[field])),
  );
}

function sorted(record = {}) {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Compares npm's own list of installed packages. Unlike a stamp file, it also covers a manual `npm install`. */
function isInstalled(lock) {
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!installed) return false;
  return Object.entries(lock.packages ?? {}).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : Boolean(optional);
  });
}

async function install(canUseLock) {
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (canUseLock && (await npm(['ci', ...flags], { cwd: root, show: true })).ok) return;
  if ((await npm(['install', ...flags], { cwd: root, show: true })).ok) return;
  throw new Error('npm could not install the dependencies. Its messages stand above; the usual cause is the network.');
}

/** Checks the version of Node, and installs dependencies that are missing or outdated. */
export async function setup() {
  const manifest = readJson('package.json');
  checkNode(manifest.engines.node);
  const lock = readJson('package-lock.json');
  const current = lock !== undefined && lockMatches(manifest, lock);
  if (current && isInstalled(lock)) return;
  console.log('Installing the dependencies (once; this takes a minute or so) ...');
  const startedAt = Date.now();
  await install(current);
  console.log(`Installed in ${formatDuration(Date.now() - startedAt)}.\n`);
}

const oldReact = { path: 'node_modules/.cache/react-18', dependencies: { react: '18.3.1', 'react-dom': '18.3.1' } };

/** Installs the oldest supported React next to the pinned one, for tests with both. */
export async function setupOldReact() {
  const { path, dependencies } = oldReact;
  const installed = readJson(`${path}/node_modules/.package-lock.json`)?.packages;
  const isThere = Object.entries(dependencies).every(
    ([name, version]) => installed?.[`node_modules/${name}`]?.version === version,
  );
  if (isThere) return;
  const folder = join(root, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--prefix', folder];
  if ((await npm(['install', ...flags], { cwd: folder, show: true })).ok) return;
  throw new Error(
    `npm could not install React ${dependencies.react} into ${path}, so nothing proves that the package works with it. npm's messages stand above; the usual cause is the network. The tests without it: npm test`,
  );
}

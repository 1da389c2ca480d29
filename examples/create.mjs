#!/usr/bin/env node
// npx countersign create vite my-app: copies an example out of the package, with the version of the package.
// npx countersign migrate: creates or upgrades the tables on Postgres.
// npx countersign prune --older-than 30d: deletes runs that ended long ago.
// npx countersign fence-restored: prepares a database that was restored from a backup.
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('.', import.meta.url));

/** Files that building and running an example creates. */
const generated = [
  ...['node_modules', 'dist', 'build', '.next', '.react-router', '.astro', '.tanstack'],
  ...['.venv', '__pycache__', 'next-env.d.ts', 'routeTree.gen.ts', '.env.local'],
];

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const manifestOf = (name) => join(examples, name, 'package.json');

/** Lists the examples, each with a description. */
export function listExamples() {
  return readdirSync(examples)
    .filter((name) => existsSync(manifestOf(name)))
    .map((name) => ({ name, description: readJson(manifestOf(name)).description }));
}

/** Turns the name of a folder into one that npm accepts for a package. */
function packageName(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name || 'my-app';
}

/** Copies an example into a folder that is empty or does not exist. `countersign` is its version of this package. */
export function copyExample(name, { folder, countersign }) {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder.`);
  const source = join(examples, name);
  // Only the path below the example counts: the package itself is in a folder node_modules.
  const filter = (path) =>
    !relative(source, path)
      .split(sep)
      .some((part) => [...generated, 'package-lock.json'].includes(part));
  cpSync(source, folder, { recursive: true, filter });
  const { name: _name, ...manifest } = readJson(manifestOf(name));
  const own = { name: packageName(folder), ...manifest, dependencies: { ...manifest.dependencies, countersign } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  // npm leaves files of this name out of every package, so an example cannot bring its own.
  writeFileSync(join(folder, '.gitignore'), `${generated.join('\n')}\n`);
}

function usage() {
  const list = listExamples();
  const width = Math.max(...list.map(({ name }) => name.length));
  const lines = list.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return [
    'Usage: npx countersign create <example> <folder>',
    '       npx countersign migrate [--role <role of the app>]   with the database in DATABASE_URL',
    '       npx countersign prune --older-than 30d               the same; deletes runs that ended 30 days ago (d, h or m)',
    '       npx countersign fence-restored                       the same, once after a restore',
    '',
    'Examples:',
    ...lines,
  ].join('\n');
}

const shellQuoted = (path) => (/^[\w./\\:@-]+$/.test(path) ? path : JSON.stringify(path));

/** Returns `true` if the app has installed a package. */
function isInstalled(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the database of the commands for Postgres. */
function databaseOf() {
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the database: postgres://role@host/database');
  return databaseUrl;
}

/** Fences a restored database. */
async function fenceRestored() {
  const { fenceRestored: fence } = await import('countersign/postgres');
  const { runs, backupAt } = await fence({ databaseUrl: databaseOf() });
  const moment = backupAt === 0 ? 'an unknown time' : new Date(backupAt).toISOString();
  return `${runs} open runs of a backup from ${moment}. People are asked about each call that may have been executed since.`;
}

/** Migrates the tables: those of workers if the engine is installed, else those of chats. */
async function migrate(options) {
  const databaseUrl = databaseOf();
  const [flag, role, ...rest] = options;
  if ((flag !== undefined && (flag !== '--role' || role === undefined)) || rest.length > 0)
    throw new Error(`Unknown options: ${options.join(' ')}\n\n${usage()}`);
  if (isInstalled('@dbos-inc/dbos-sdk')) await (await import('countersign/dbos')).migrateDbos({ databaseUrl, role });
  else await (await import('countersign/postgres')).migratePostgres({ databaseUrl, role });
  return 'The tables are up to date.';
}

/** The units of an age, in milliseconds. */
const units = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** Deletes runs that ended long ago, with the workflows of the engine if it is installed. */
async function prune([flag, age = '', ...rest]) {
  const [, count, unit] = /^(\d+)([dhm])$/.exec(age) ?? [];
  if (flag !== '--older-than' || count === undefined || rest.length > 0)
    throw new Error(`Say how old runs have to be, such as: npx countersign prune --older-than 30d\n\n${usage()}`);
  const options = { databaseUrl: databaseOf(), olderThan: Number(count) * units[unit] };
  const pruned = isInstalled('@dbos-inc/dbos-sdk')
    ? await (await import('countersign/dbos')).pruneDbos(options)
    : await (await import('countersign/postgres')).prunePostgres(options);
  const rows = Object.entries(pruned).map(([kind, deleted]) => `${deleted} ${kind}`);
  return `Deleted: ${rows.join(', ')}.`;
}

/** Runs the command, and returns what it prints. */
async function runCommand([command, name, folder, ...rest]) {
  if (command === undefined || command === '--help' || command === '-h') return usage();
  if (command === 'fence-restored' && name === undefined) return await fenceRestored();
  if (command === 'migrate') return await migrate([name, folder, ...rest].filter((option) => option !== undefined));
  if (command === 'prune') return await prune([name, folder, ...rest].filter((option) => option !== undefined));
  if (command !== 'create') throw new Error(`Unknown command: ${command}\n\n${usage()}`);
  if (name === undefined) return usage();
  if (!listExamples().some((example) => example.name === name))
    throw new Error(`Unknown example: ${name}\n\n${usage()}`);
  if (folder === undefined) throw new Error(`Name a folder for the app: npx countersign create ${name} my-app`);
  if (rest.length > 0) throw new Error(`Too many arguments: ${rest.join(' ')}\n\n${usage()}`);
  const { version } = readJson(join(examples, '../package.json'));
  copyExample(name, { folder: resolve(folder), countersign: version });
  return `Copied the example ${name} to ${folder}. Next:\n\n  cd ${shellQuoted(folder)} && npm install\n  npm run dev`;
}

// npm starts the command through a symbolic link.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(await runCommand(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles, root } from '../setup/source-files.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));
const manifest = readManifest(join(root, 'package.json'));
const script = join(root, manifest.bin.countersign ?? '');
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in the temporary folder. */
function runCommand(args: readonly string[], path: string = script): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** The files below a folder, as paths relative to it. */
function filesBelow(path: string): readonly string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(path.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

describe('countersign', () => {
  it('is a command that the package ships', () => {
    expect(manifest.bin).toEqual({ countersign: 'examples/create.mjs' });
    expect(manifest.files).toContain('examples');
    expect(readFileSync(script, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each([[[]], [['--help']], [['create']]])('lists each example with one line for the arguments %j', async (args) => {
    const { code, stdout } = await runCommand(args);

    expect(code).toBe(0);
    expect(stdout).toContain('Usage: npx countersign create <example> <folder>');
    for (const name of examples) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S.{10,95}$`, 'm'));
  });
});

describe('countersign create', () => {
  it.each(examples)('copies the example %s with the version of the package', async (name) => {
    const { code, stdout } = await runCommand(['create', name, 'my-app']);

    const app = join(folder, 'my-app');
    const copied = readManifest(join(app, 'package.json'));
    const original = readManifest(join(root, 'examples', name, 'package.json'));
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual(['  cd my-app && npm install', '  npm run dev']);
    expect(copied).toEqual({
      ...original,
      name: 'my-app',
      dependencies: { ...original.dependencies, countersign: manifest.version },
    });
    for (const version of Object.values({ ...copied.dependencies, ...copied.devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(copied.scripts.dev).toBeDefined();
    const shipped = listFiles(`examples/${name}`)
      .map((path) => path.slice(`examples/${name}/`.length))
      .filter(
        (path) =>
          !/(?:^|\/)(?:node_modules|dist|build|\.(?:next|react-router|astro|tanstack|venv)|__pycache__)\/|package-lock|next-env|routeTree/.test(
            path,
          ),
      );
    expect(filesBelow(app)).toEqual([...shipped, '.gitignore'].sort());
  });

  it('works in the folder of an installed package, through the link that npm makes', async () => {
    const installed = join(folder, 'node_modules/countersign');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const path of ['create.mjs', 'vite'])
      cpSync(join(root, 'examples', path), join(installed, 'examples', path), { recursive: true });
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ version: '1.2.3', type: 'module' }));
    // The leftovers of somebody who ran the example there.
    mkdirSync(join(installed, 'examples/vite/node_modules/react'), { recursive: true });
    writeFileSync(join(installed, 'examples/vite/node_modules/react/index.js'), '');
    writeFileSync(join(installed, 'examples/vite/package-lock.json'), '{}');
    const link = join(folder, 'node_modules/.bin/countersign');
    symlinkSync('../countersign/examples/create.mjs', link);

    const { code } = await runCommand(['create', 'vite', 'apps/My First App'], link);

    const app = join(folder, 'apps/My First App');
    const { name, dependencies } = readManifest(join(app, 'package.json'));
    expect(code).toBe(0);
    expect({ name, version: dependencies.countersign }).toEqual({ name: 'my-first-app', version: '1.2.3' });
    expect(filesBelow(app)).toContain('src/app.tsx');
    expect(filesBelow(app).filter((path) => /node_modules|package-lock/.test(path))).toEqual([]);
  });

  it('fills a folder that is empty', async () => {
    mkdirSync(join(folder, 'empty'));

    expect(await runCommand(['create', 'vite', 'empty'])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    { reason: 'an unknown command', args: ['make', 'vite'], message: 'Unknown command: make' },
    { reason: 'an unknown example', args: ['create', 'angular', 'my-app'], message: 'Unknown example: angular' },
    { reason: 'the name of a property', args: ['create', 'constructor', 'my-app'], message: 'Unknown example' },
    { reason: 'a path as example', args: ['create', '../docs', 'my-app'], message: 'Unknown example: ../docs' },
    { reason: 'a missing folder', args: ['create', 'vite'], message: 'Name a folder for the app' },
    { reason: 'more arguments', args: ['create', 'vite', 'a', 'b'], message: 'Too many arguments: b' },
    { reason: 'a folder with files', args: ['create', 'vite', 'full'], message: 'is not empty. Name a new folder.' },
    { reason: 'a file as folder', args: ['create', 'vite', 'full/notes.txt'], message: 'is a file, not a folder.' },
  ])('refuses $reason, and writes nothing', async ({ args, message }) => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/notes.txt'), 'Keep me.');

    const { code, stdout, stderr } = await runCommand(args);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(filesBelow(folder)).toEqual(['full/notes.txt']);
    expect(readFileSync(join(folder, 'full/notes.txt'), 'utf8')).toBe('Keep me.');
  });
});

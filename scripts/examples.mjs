// npm run example -- vite: packs the package, and starts a copy of an example with it, as a new user would.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyExample, listExamples } from '../examples/create.mjs';
import { npm, run } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The environment variables of a new user. Those of a test runner would select development builds. */
const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...own } = process.env;
export const strangersEnv = { ...own, NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

/** The folders of `examples/`. */
export const exampleNames = listExamples().map(({ name }) => name);

async function must(what, running) {
  const { ok, output } = await running;
  if (!ok) throw new Error(`${what} failed:\n${output}`);
  return output;
}

/** Packs the build as for publishing, into a folder. */
export async function packPackage(folder) {
  await must('npm pack', npm(['pack', '--silent', '--pack-destination', folder], { cwd: root }));
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return join(folder, name);
}

/**
 * Copies an example out of the repository, so that it cannot find our modules, and installs it with the packed package.
 */
export async function installExample(name, { folder, tarball }) {
  const target = join(folder, name);
  copyExample(name, { folder: target, countersign: `file:${tarball}` });
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  await must(`npm install in ${target}`, npm(['install', ...flags], { cwd: target, env: strangersEnv }));
  return target;
}

/** The example that has tests instead of a page. */
export const testedExample = 'jest';

/** Runs the tests of an installed example, and returns what its runner printed. */
export async function testExample(target) {
  return await must(`npm test in ${target}`, npm(['test'], { cwd: target, env: strangersEnv }));
}

/** Builds an installed example for production. */
export async function buildExample(target) {
  await must(`npm run build in ${target}`, npm(['run', 'build'], { cwd: target, env: strangersEnv }));
}

/** Returns the reason why npm packages cannot be installed, or `undefined` if they can. */
export async function findRegistryProblem() {
  const flags = ['--fetch-retries=0', '--fetch-timeout=20000'];
  const { ok } = await npm(['view', 'react', 'version', ...flags], { env: strangersEnv, limitMs: 30_000 });
  return ok ? undefined : 'the registry of npm cannot be reached';
}

/** Returns the reason why Python packages cannot be installed, or `undefined` if they can. */
export async function findPythonProblem() {
  const flags = ['--quiet', '--retries=0', '--timeout=20', '--no-deps', '--disable-pip-version-check'];
  const folder = mkdtempSync(join(tmpdir(), 'countersign-python-'));
  const args = ['-m', 'pip', 'download', ...flags, '--dest', folder, 'starlette'];
  const { ok, reason } = await run('python3', args, { limitMs: 60_000 });
  rmSync(folder, { recursive: true, force: true });
  if (reason === 'missing') return 'there is no python3';
  return ok ? undefined : 'packages of Python cannot be had (pip, or its index)';
}

async function start(name) {
  if (!exampleNames.includes(name)) throw new Error(`Name one of the examples: ${exampleNames.join(', ')}.`);
  // Ctrl+C also ends the server. Its folder is removed afterwards.
  process.on('SIGINT', () => {});
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
  try {
    await must('npm run build', npm(['run', '--silent', 'build'], { cwd: root }));
    const target = await installExample(name, { folder, tarball: await packPackage(folder) });
    await npm(['run', 'dev'], { cwd: target, env: strangersEnv, show: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  start(process.argv[2]).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

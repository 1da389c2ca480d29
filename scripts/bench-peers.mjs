// npm run bench:peers: measures Countersign and its peers in one run, and prints tables.
//   npm run bench:peers -- --kinds stream --only '90-countersign|00-floor' --runs 3 --modes burst,task
// Everything after `--` goes to bench/run.mjs. Node built-ins only.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { npm, run } from './run.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bench = join(root, 'bench');
const cache = join(root, 'node_modules/.cache/peers-bench');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

async function must(what, work) {
  const { ok, output } = await work;
  if (!ok) throw new Error(`${what} failed.\n${output}`);
  return output;
}

/** Copies the benchmark and installs its peers, once for each version of its package.json. */
async function installPeers() {
  const wanted = readFileSync(join(bench, 'package.json'), 'utf8');
  const stamp = join(cache, 'node_modules/.peers.json');
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) if (name !== 'node_modules') rmSync(join(cache, name), { recursive: true });
  cpSync(bench, cache, { recursive: true });
  if (isInstalled) return;
  console.log('Installing the peers (once; this takes a minute or so) ...');
  await must('npm install', npm(['install', ...quiet], { cwd: cache }));
  writeFileSync(stamp, wanted);
}

/** Packs the build as for publishing, and installs it next to the peers. */
async function installOurs() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pack-'));
  try {
    console.log('Building and packing ...');
    await must('npm run build', npm(['run', '--silent', 'build'], { cwd: root }));
    await must('npm pack', npm(['pack', '--silent', '--pack-destination', folder], { cwd: root }));
    const [tarball] = readdirSync(folder);
    await must('npm install', npm(['install', '--no-save', ...quiet, join(folder, tarball)], { cwd: cache }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await setup();
  await installPeers();
  await installOurs();
  const { path } = await ensureBrowser();
  const env = { ...process.env, CHROMIUM: path };
  const { ok } = await run(process.execPath, ['run.mjs', ...process.argv.slice(2)], { cwd: cache, env, show: true });
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

// npm run docs:pictures: renders every code block of the docs that has markup, and writes pictures to
// docs-pictures/.
//   npm run docs:pictures -- -t README    only those of one page
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { run } from './run.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs-pictures');

try {
  await setup();
  const { path } = await ensureBrowser();
  rmSync(target, { recursive: true, force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project', 'e2e', 'docs-blocks', ...process.argv.slice(2)];
  const env = { ...process.env, CHROMIUM: path, COUNTERSIGN_PICTURES: target };
  const { ok } = await run(process.execPath, [vitest, ...args], { cwd: root, env, show: true });
  console.log(`\n  The pictures are in ${target}.\n`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

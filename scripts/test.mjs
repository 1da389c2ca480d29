// npm test: sets up when needed, finds a browser, runs all checks and prints one summary.
//   npm test -- approval     runs only the test files whose path contains "approval"
//   npm run test:all         adds the slow suites, all cases (COUNTERSIGN_ALL), and the browser tests under
// React 18
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { formatDuration, npm, run } from './run.mjs';
import { setup, setupOldReact } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const all = args.includes('--all');
const filters = args.filter((arg) => arg !== '--all');
// A normal run omits the slow suites, unless they are named.
const suites = all || filters.length > 0 ? 'all' : 'fast';
const env = { ...process.env, COUNTERSIGN_SUITES: suites, ...(all ? { COUNTERSIGN_ALL: '1' } : {}) };

const npmRun = (script) => async () => ({
  ok: (await npm(['run', '--silent', script], { cwd: root, env, show: true })).ok,
});

async function browser() {
  env.CHROMIUM = (await ensureBrowser()).path;
  return { ok: true };
}

async function react18() {
  await setupOldReact();
  return { ok: true };
}

async function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { ok } = await run(process.execPath, [vitest, 'run', ...reporters, ...filters], {
      cwd: root,
      env,
      show: true,
    });
    const counts = readCounts(report);
    return { ok: ok && counts.failed === 0 && counts.passed > 0, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(report) {
  let json;
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
  // A file that fails before its first test has no tests to count, but is still a failure.
  const broken = json.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + broken.length,
    skipped: json.numPendingTests + json.numTodoTests,
  };
}

async function runStage({ name, check }) {
  console.log(`\n> ${name}`);
  const startedAt = Date.now();
  let result;
  try {
    result = await check();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { ok: false };
  }
  const took = formatDuration(Date.now() - startedAt);
  console.log(`  ${result.ok ? 'ok' : 'failed'} (${took})`);
  return { name, took, ...result };
}

const stages = [
  { name: 'Browser', check: browser },
  ...(all ? [{ name: 'React 18', check: react18 }] : []),
  { name: 'Types', check: npmRun('typecheck') },
  { name: 'Lint and format', check: npmRun('lint') },
  { name: 'Build', check: npmRun('build') },
  { name: 'Tests', check: tests },
];

function summarise(results, startedAt) {
  const counts = results.find((result) => result.counts)?.counts ?? { passed: 0, failed: 0, skipped: 0 };
  // A failed stage counts as a failure, so that the closing line never says "0 failed" when the command fails.
  const failedStages = results.filter((result) => !result.ok && !(result.counts?.failed > 0)).length;
  const failed = counts.failed + failedStages;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`\nSummary (${formatDuration(Date.now() - startedAt)})`);
  for (const { name, took, ok } of results) console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${took}`);
  if (suites === 'fast')
    console.log('  left out: the slow suites (test/setup/slow-suites.ts), which npm run test:all runs');
  if (counts.passed + counts.failed === 0) console.log('  No test has run.');
  console.log(`\n${counts.passed} passed, ${failed} failed${skipped}`);
  return failed === 0;
}

const startedAt = Date.now();
try {
  await setup();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const results = [];
for (const stage of stages) results.push(await runStage(stage));
process.exitCode = summarise(results, startedAt) ? 0 : 1;

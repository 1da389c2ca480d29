// npm run storybook: sets up when needed, serves the stories and prints their URL.
//   npm run storybook -- --port 7000    on another port (default: 6006, or the next free one)
//   npm run storybook:build             writes a static copy that works offline, on any web server and path
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const builds = args.includes('--build');
const rest = args.filter((arg) => arg !== '--build');

/** Disables Storybook's telemetry and its search for newer versions. */
const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' };

function optionOf(name) {
  const index = rest.indexOf(name);
  return index === -1 ? undefined : rest[index + 1];
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => probe.close(() => resolve(true)));
    probe.listen(port);
  });
}

async function freePort() {
  const wished = Number(optionOf('--port') ?? process.env.PORT) || 6006;
  for (let port = wished; port < wished + 100; port++) if (await isFree(port)) return port;
  throw new Error(`No port from ${wished} to ${wished + 99} is free. Name one: npm run storybook -- --port 7000`);
}

async function storybook(...options) {
  const program = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
  const { ok, code } = await run(process.execPath, [program, ...options], { cwd: root, env, show: true });
  if (!ok) throw new Error(`Storybook ended with code ${code}. Its messages stand above.`);
}

async function serve() {
  const port = await freePort();
  console.log(`\n  Countersign Storybook: http://localhost:${port}/\n  Press Ctrl+C to stop.\n`);
  await storybook(
    'dev',
    '--port',
    String(port),
    '--ci',
    '--no-version-updates',
    '--disable-telemetry',
    '--loglevel',
    'warn',
  );
}

async function build() {
  const folder = optionOf('--output-dir') ?? 'storybook-dist';
  await storybook('build', '--output-dir', folder, '--disable-telemetry', '--loglevel', 'error');
  console.log(`\n  The stories are in ${folder}; any web server can serve them, from any path.\n`);
}

try {
  await setup();
  await (builds ? build() : serve());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// npm run demo:inbox: the agent of the demo on a server in one process, and a page with its pending batches. npm run
// demo:durable: the same on Postgres, with workers that may be killed. The database is DATABASE_URL, an installed
// Postgres, or Debian's package.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const self = fileURLToPath(import.meta.url);
const args = process.argv.slice(2);
const workerIds = ['worker-1', 'worker-2'];
const { DATABASE_URL, FILES, LINK_SECRET, PAGE } = process.env;
const port = Number(process.env.PORT) || 4100;

/** Starts Vite, which loads the sources of the demo and serves its pages through a server. */
async function openVite(server) {
  const { createServer: createVite } = await import('vite');
  return await createVite({
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    appType: 'mpa',
    server: { middlewareMode: true, ...(server === undefined ? { hmr: false, ws: false } : { ws: { server } }) },
  });
}

/** Notifies people of a batch on the console. A real app sends a mail. */
function notifier(links, page) {
  return ({ batchId }) =>
    void links.sign(batchId).then((token) => console.log(`  Somebody is asked: ${page}?as=ada&link=${token}`));
}

async function serveApi(open) {
  const server = createServer();
  const vite = await openVite(server);
  const { serveInbox } = await vite.ssrLoadModule(`${root}demo/server/inbox-server.ts`);
  const pages = (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/inbox/' }).end();
    else vite.middlewares(request, response);
  };
  return `${await serveInbox({ server, pages, port, ...(await open(vite)) })}/inbox/`;
}

function printInstructions(page) {
  console.log(`\n  Eve, who starts runs:    ${page}?as=eve`);
  console.log(`  Ada, one of the ops:     ${page}?as=ada`);
  console.log(`  Bob, one of the ops:     ${page}?as=bob`);
  console.log('  Press Ctrl+C to stop.\n');
}

/** Starts everything in this process, with runs in memory. */
async function runInMemory() {
  const page = await serveApi(async (vite) => {
    const { memoryRunStore, runLinks } = await vite.ssrLoadModule('countersign/server');
    const { agentName, workspaceAgent } = await vite.ssrLoadModule(`${root}demo/server/workspace-agent.ts`);
    const { openWorkspace } = await vite.ssrLoadModule(`${root}demo/workspace/index.ts`);
    const files = await openWorkspace();
    const store = memoryRunStore({ agents: { [agentName]: workspaceAgent() }, deps: () => ({ files }) });
    return { store, links: runLinks({ secret: randomBytes(32).toString('hex') }) };
  });
  printInstructions(page);
}

async function runApi() {
  const page = await serveApi(async (vite) => {
    const { runLinks } = await vite.ssrLoadModule('countersign/server');
    const { dbosRunStore } = await vite.ssrLoadModule('countersign/dbos');
    return {
      store: await dbosRunStore({ databaseUrl: DATABASE_URL }),
      links: runLinks({ secret: LINK_SECRET }),
    };
  });
  console.log(`page ${page}`);
}

async function runWorker(workerId) {
  const vite = await openVite();
  const { runLinks } = await vite.ssrLoadModule('countersign/server');
  const { startInboxWorker } = await vite.ssrLoadModule(`${root}demo/server/inbox-worker.ts`);
  const notify = notifier(runLinks({ secret: LINK_SECRET }), PAGE);
  const worker = await startInboxWorker({ databaseUrl: DATABASE_URL, workerId, folder: FILES, notify });
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  console.log('ready');
}

/** Starts a part of the demo as a separate process. `until`: the line of output that means that it is ready. */
async function startPart(part, env, until) {
  const child = spawn(process.execPath, [self, ...part], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (said) => {
      if (said.startsWith(until)) resolve(said);
      else console.log(said);
    });
    child.on('exit', () => reject(new Error(`${part.join(' ')} did not start. What it said stands above.`)));
  });
  return { child, line };
}

/** Starts the API, the workers and a database as separate processes. */
async function runDurable() {
  const own =
    DATABASE_URL === undefined ? await startPostgres({ install: true, say: (text) => console.log(text) }) : undefined;
  if (typeof own === 'string')
    throw new Error(`${own}. Set DATABASE_URL to a Postgres database that may be filled, or install Postgres.`);
  const files = mkdtempSync(join(tmpdir(), 'countersign-workspace-'));
  const secret = randomBytes(32).toString('hex');
  const env = { DATABASE_URL: DATABASE_URL ?? own.url, FILES: files, LINK_SECRET: secret };
  const children = new Map();
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    const gone = [...children.values()].map((child) => new Promise((resolve) => child.on('exit', resolve)));
    for (const child of children.values()) child.kill();
    await Promise.all(gone);
    await own?.stop();
    rmSync(files, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const api = await startPart(['--api'], env, 'page ');
  children.set('api', api.child);
  const page = api.line.slice('page '.length);
  const startWorker = async (workerId) => {
    const { child } = await startPart(['--worker', workerId], { ...env, PAGE: page }, 'ready');
    children.set(workerId, child);
    console.log(`  ${workerId} is process ${child.pid}`);
    child.on('exit', () => {
      if (isOver) return;
      console.log(`  ${workerId} is gone. What it did the others take up; another one is started.`);
      startWorker(workerId).catch((error) => console.error(error.message));
    });
  };
  await Promise.all(workerIds.map(startWorker));
  console.log(`  Files of the agent:      ${files}`);
  printInstructions(page);
  console.log('  A run survives its worker: kill -9 one of them.\n');
}

const parts = {
  '--api': runApi,
  '--worker': () => runWorker(args[1]),
  '--durable': runDurable,
};

try {
  await setup();
  await (parts[args[0]] ?? runInMemory)();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

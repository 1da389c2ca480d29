import { join } from 'node:path';
import { createAgent } from 'countersign/core';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, it, onTestFinished } from 'vitest';
import { type Backend, type ExecutedTool, startBackend } from '../remote/backends.js';
import { type SideFiles, startChatServer } from '../server/chat-server.js';
import { root } from '../setup/source-files.js';
import { startWireServer } from '../support/wire-server.js';
import type { AgentLocation } from './any-server/agent-at.js';
import { localModel } from './any-server/local-model.js';
import { toolsThat } from './any-server/local-tools.js';
import { type Abilities, scenarios } from './any-server/scenarios.js';
import { bundle, collectErrors, expect, startBrowser } from './support.js';

// The same user flows on one page, with the agent in the tab or on a server by another author. Those servers
// are slow, so they are part of `npm run test:all`.

const backendKinds = ['ai-sdk', 'pydantic-ai', 'langgraph', 'agent-framework'] as const;
type BackendKind = (typeof backendKinds)[number];

interface Kind {
  readonly name: string;
  readonly backend?: BackendKind | 'own';
  readonly place: (url: string) => AgentLocation;
  readonly can: Abilities;
}

const client = { edits: 'taken', history: 'client', reconnect: 'none' } as const;
const stored = { edits: 'refused', history: 'server', reconnect: 'none' } as const;
const all: Abilities = { edits: 'taken', reasons: 'told', batches: 'any', leftOpen: 'closed', afterCut: 'asks-people' };
const refused: Abilities = { ...all, edits: 'refused' };

const kinds: readonly Kind[] = [
  { name: 'the tab', place: () => ({ type: 'tab' }), can: all },
  {
    name: 'a server of this package',
    backend: 'own',
    place: (url) => ({ type: 'ui-messages', api: `${url}/chat`, server: 'countersign' }),
    can: { ...all, afterCut: 'replays' },
  },
  {
    name: 'AI SDK',
    backend: 'ai-sdk',
    place: (url) => ({ type: 'ui-messages', api: `${url}/chat`, server: client }),
    can: all,
  },
  {
    name: 'AI SDK with an approval secret',
    backend: 'ai-sdk',
    place: (url) => ({ type: 'ui-messages', api: `${url}/chat-signed`, server: { ...client, edits: 'refused' } }),
    can: refused,
  },
  {
    name: 'AI SDK that can be resumed',
    backend: 'ai-sdk',
    place: (url) => ({ type: 'ui-messages', api: `${url}/resumable`, server: { ...client, reconnect: 'replay' } }),
    can: { ...all, afterCut: 'replays' },
  },
  {
    name: 'AI SDK that keeps the conversation',
    backend: 'ai-sdk',
    place: (url) => ({ type: 'ui-messages', api: `${url}/chat-stored`, server: stored }),
    can: { ...refused, afterCut: 'keeps-asking' },
  },
  {
    name: 'PydanticAI',
    backend: 'pydantic-ai',
    place: (url) => ({ type: 'ui-messages', api: `${url}/vercel`, server: client }),
    can: all,
  },
  {
    name: 'PydanticAI with a store',
    backend: 'pydantic-ai',
    place: (url) => ({ type: 'ui-messages', api: `${url}/vercel-stored`, server: stored }),
    can: { ...refused, afterCut: 'keeps-asking' },
  },
  {
    name: 'PydanticAI over AG-UI',
    backend: 'pydantic-ai',
    place: (url) => ({ type: 'ag-ui', url: `${url}/ag-ui`, server: 'pydantic-ai' }),
    can: all,
  },
  {
    name: 'PydanticAI with a store over AG-UI',
    backend: 'pydantic-ai',
    place: (url) => ({ type: 'ag-ui', url: `${url}/ag-ui-stored`, server: {} }),
    can: { ...all, afterCut: 'keeps-asking' },
  },
  {
    name: 'LangGraph, an interrupt a call',
    backend: 'langgraph',
    place: (url) => ({ type: 'ag-ui', url: `${url}/per-call`, server: {} }),
    can: { ...all, batches: 'one-by-one', leftOpen: 'asked-again', afterCut: 'keeps-asking' },
  },
  {
    name: 'LangGraph, one interrupt for all',
    backend: 'langgraph',
    place: (url) => ({ type: 'ag-ui', url: `${url}/batched`, server: {} }),
    can: { ...all, leftOpen: 'asked-again', afterCut: 'keeps-asking' },
  },
  {
    name: 'Agent Framework',
    backend: 'agent-framework',
    place: (url) => ({ type: 'ag-ui', url: `${url}/agent`, server: {} }),
    can: { ...all, reasons: 'lost', batches: 'one-by-one', afterCut: 'keeps-asking' },
  },
];

const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole)
  process.stdout.write('  skipped: the page with its agent on other servers is a part of npm run test:all\n');

let browser: Browser;
let html: string;
let script: string;
const backends = new Map<string, Backend | string>();

beforeAll(async () => {
  const [built, styles] = await Promise.all([
    bundle(join(root, 'test/e2e/any-server/page.tsx')),
    bundle(join(root, 'src/styles/styles.css')),
  ]);
  script = built;
  html = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><style>${styles}</style><title>Any</title><div id="root" style="height: 100vh"></div><script src="/page.js"></script>`;
  browser = await startBrowser();
  if (!isWhole) return;
  for (const kind of backendKinds) {
    const backend = await startBackend(kind);
    if (typeof backend === 'string') process.stdout.write(`  skipped: ${kind}, since ${backend}\n`);
    backends.set(kind, backend);
  }
}, 900_000);

afterAll(async () => {
  await browser?.close();
  for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
});

/** The page's files for a server, for any path. */
function pageAt(path: string): SideFiles {
  return {
    [path]: { type: 'text/html', text: () => html },
    '/page.js': { type: 'text/javascript', text: () => script },
  };
}

/** Starts a server of this package that also serves the page. */
async function startOwn(): Promise<{ readonly url: string; readonly ran: () => Promise<readonly ExecutedTool[]> }> {
  const ran: ExecutedTool[] = [];
  const tools = toolsThat(
    (one) => ran.push(one),
    async () => {},
  );
  const agent = createAgent({ model: localModel(), tools });
  const api = await startChatServer({ agent, authorize: 'anyone', takeOverAfter: 0 }, pageAt('/ui-messages'));
  return { url: new URL('/', api).href.replace(/\/$/, ''), ran: async () => ran };
}

/** Starts a server that only serves the page. */
async function startApp(path: string): Promise<string> {
  const files = pageAt(path);
  const { url } = await startWireServer(({ url }) => {
    const file = files[url];
    return file && { headers: { 'content-type': file.type }, chunks: [String(file.text())], ends: 'end' };
  });
  return new URL(path, url).href;
}

const shownKinds = isWhole ? kinds : kinds.filter(({ backend }) => backend === undefined || backend === 'own');

describe.each(shownKinds)('one page, its agent in $name', ({ backend: kind, place, can }) => {
  let backend: Backend | undefined;
  beforeEach(async ({ skip }) => {
    if (kind === undefined || kind === 'own') return;
    const found = backends.get(kind);
    if (found === undefined || typeof found === 'string') return skip(found);
    backend = found;
    await backend.reset();
  });

  it.for(scenarios)('$name', async ({ settings, play, needs }, { skip }) => {
    if (needs !== undefined && can.batches === 'one-by-one') return skip(`${needs}, and this server does not`);
    const own = kind === 'own' ? await startOwn() : undefined;
    const at = place(own?.url ?? backend?.url ?? '');
    const url = own === undefined ? await startApp(`/${at.type}`) : `${own.url}/${at.type}`;
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 848, height: 900 } });
    onTestFinished(() => context.close());
    await context.addInitScript((given) => Object.assign(window, { settings: given }), {
      ...{ at, calculator: 'works', cut: { request: 0, bytes: 0 } },
      ...settings,
    });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(url);
    const ranInPage = (): Promise<readonly ExecutedTool[]> => page.evaluate(() => window.ranHere());

    try {
      await play({ page, ran: own?.ran ?? backend?.journal ?? ranInPage, can });
    } catch (error) {
      // The page is closed before the failure is printed.
      throw new Error(`${error}\nThe page showed:\n${await page.locator('body').ariaSnapshot()}`, { cause: error });
    }

    expect(errors).toEqual([]);
  });
});

import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import {
  agUiTurn,
  asking,
  pydanticInterrupt,
  runFinished,
  type SentRun,
  sentRuns,
  text,
  toolCall,
  toolResult,
} from '../support/ag-ui.js';
import { answeredIn, lastTextOf } from '../support/remote-agent.js';
import { asks, calls, gives, says, waits, whole } from '../support/ui-chunks.js';
import { startWireServer, type WireRequest, type WireServer, type WireTurn } from '../support/wire-server.js';
import { Demo, databaseText, expect, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  await demo.close();
});
afterAll(async () => {
  await browser.close();
});

const posts = ({ requests }: WireServer): readonly WireRequest[] => requests.filter(({ method }) => method === 'POST');

/** What a server says that deletes files once it may. */
function deletesFiles(request: WireRequest): WireTurn {
  if (answeredIn(request).length > 0) return { chunks: whole(gives('c1', 'gone'), says('The server says: done.')) };
  if (lastTextOf(request).startsWith('Reply')) return { chunks: whole(says('ok')) };
  return { chunks: waits(calls('c1', 'delete_file', { path: 'src/old.ts' }), asks('c1')) };
}

/** The same in events of AG-UI. */
function deletesOverAgUi({ body }: WireRequest): WireTurn {
  const { messages, resume = [] } = body as object as SentRun;
  if (resume.length > 0) return agUiTurn(toolResult('c1', 'gone'), text('The server says: done.', 'm2'), runFinished());
  if (String(messages.at(-1)?.content).startsWith('Reply')) return agUiTurn(text('ok'), runFinished());
  return agUiTurn(toolCall('c1', 'delete_file', { path: 'src/old.ts' }), asking(pydanticInterrupt('c1')));
}

/** Asks in words, then by a form, and says what it was answered. */
function asksOverAgUi({ body }: WireRequest): WireTurn {
  const { messages, resume: [answer] = [] } = body as object as SentRun;
  if (answer?.interruptId === 'name') {
    const schema = {
      type: 'object',
      properties: { copies: { type: 'integer', title: 'Copies' } },
      required: ['copies'],
    };
    const asked = { id: 'copies', reason: 'input', message: 'How many copies?', responseSchema: schema };
    return agUiTurn(asking(asked));
  }
  if (answer !== undefined) return agUiTurn(text(`You said ${JSON.stringify(answer.payload)}.`, 'm2'), runFinished());
  if (String(messages.at(-1)?.content).startsWith('Reply')) return agUiTurn(text('ok'), runFinished());
  return agUiTurn(asking({ id: 'name', reason: 'input', message: 'What name shall the report have?' }));
}

interface Setup {
  readonly cors?: boolean;
  readonly token?: string;
  readonly answer?: (request: WireRequest) => WireTurn;
}

/** A server that pages may call, and the demo beside it. */
async function start({ cors = true, token, answer = deletesFiles }: Setup = {}): Promise<WireServer> {
  const allowed = cors
    ? {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type, authorization',
        'access-control-allow-private-network': 'true',
      }
    : {};
  const server = await startWireServer((request) => {
    if (request.method === 'OPTIONS') return { status: 204, headers: allowed, ends: 'end' };
    const isKnown = token === undefined || request.headers.authorization === `Bearer ${token}`;
    const json = { ...allowed, 'content-type': 'application/json' };
    if (!isKnown) return { status: 401, headers: json, chunks: ['{"error":"Who are you?"}'], ends: 'end' };
    return { headers: { ...allowed, 'content-type': 'text/event-stream' }, ...answer(request) };
  });
  // Chromium asks before a page may reach other servers on this computer.
  demo = await Demo.open(browser, { permissions: ['local-network-access'] });
  return server;
}

async function connect(url: string, { kind = 'AI SDK server', token = '' } = {}): Promise<void> {
  const { page } = demo;
  if (await page.getByRole('dialog').isHidden()) await page.locator('.top-bar .model').click();
  await page.getByRole('radio', { name: kind }).check();
  await page.getByLabel('Address of its route').fill(url);
  if (token !== '') await page.getByLabel('Bearer token, if it needs one').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

const isConnected = async (): Promise<void> => await expect(demo.page.getByRole('dialog')).toBeHidden();
const problem = () => demo.page.getByRole('dialog').getByRole('alert');

describe('an agent on a server', () => {
  it.each(['AI SDK server', 'PydanticAI server'])(
    '%s: asks here for what it wants to do there, and goes on',
    async (kind) => {
      const server = await start({ token: 'very-secret' });
      await connect(server.url, { kind, token: 'very-secret' });
      await isConnected();

      await demo.say('Tidy up');
      await demo.approve('Delete src/old.ts');
      await demo.ended('agent finished');

      await expect(demo.page.getByRole('log').getByText('The server says: done.')).toBeVisible();
      // To see whether it answers; what was said; the yes.
      expect(posts(server).map(answeredIn)).toEqual([[], [], ['c1']]);
      expect(posts(server).map(lastTextOf).slice(0, 2)).toEqual(['Reply with the word ok.', 'Tidy up']);
      const small = await demo.page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(small).toContain(server.url);
      expect(small + (await databaseText(demo))).not.toContain('very-secret');
    },
  );

  it('AG-UI server: asks here for what it wants to do there, and goes on', async () => {
    const server = await start({ token: 'very-secret', answer: deletesOverAgUi });
    await connect(server.url, { kind: 'AG-UI server', token: 'very-secret' });
    await isConnected();

    await demo.say('Tidy up');
    await demo.approve('Delete src/old.ts');
    await demo.ended('agent finished');

    await expect(demo.page.getByRole('log').getByText('The server says: done.')).toBeVisible();
    expect(sentRuns({ requests: posts(server) }).map(({ resume = [] }) => resume)).toEqual([
      [],
      [],
      [{ interruptId: 'int-c1', status: 'resolved', payload: { approved: true } }],
    ]);
  });

  it('C235 AG-UI server: an interrupt beside approvals is answered in a form, with a schema and without', async () => {
    const server = await start({ answer: asksOverAgUi });
    await connect(server.url, { kind: 'AG-UI server' });
    await isConnected();
    const { page } = demo;

    await demo.say('Write the report');
    await page.getByRole('region', { name: 'What name shall the report have?' }).getByRole('textbox').fill('Autumn');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('region', { name: 'How many copies?' }).getByRole('textbox', { name: 'Copies' }).fill('2');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await demo.ended('agent finished');

    await expect(page.getByRole('log').getByText('You said {"copies":2}.')).toBeVisible();
    const resumes = sentRuns({ requests: posts(server) }).flatMap(({ resume = [] }) => resume);
    expect(resumes).toEqual([
      { interruptId: 'name', status: 'resolved', payload: 'Autumn' },
      { interruptId: 'copies', status: 'resolved', payload: { copies: 2 } },
    ]);
  });

  it('keeps a conversation with its server when the page is loaded again, and asks the same again', async () => {
    const server = await start();
    await connect(server.url);
    await isConnected();
    await demo.say('Tidy up');
    await expect(demo.card('Delete src/old.ts')).toBeVisible();

    await demo.page.reload();
    await demo.approve('Delete src/old.ts');
    await demo.ended('agent finished');

    await expect(demo.page.locator('.top-bar .model-name')).toHaveText(new URL(server.url).host);
    expect(posts(server).map(answeredIn)).toEqual([[], [], ['c1']]);
  });

  it('gives way to the stand-in, in a chat of its own', async () => {
    const server = await start();
    await connect(server.url);
    await isConnected();
    await demo.page.locator('.top-bar .model').click();
    await demo.page.getByRole('button', { name: 'Use the demo model' }).click();

    await demo.say('Read `README.md`');
    await demo.ended('agent finished');

    expect(posts(server)).toHaveLength(1);
  });
});

describe('a server that cannot be connected', () => {
  it('says that nothing answers, or that it forbids this page', async () => {
    const server = await start({ cors: false });

    await connect('http://localhost:9/api/chat');
    await expect(problem()).toContainText('Nothing answers there');
    await connect(server.url);

    await expect(problem()).toContainText(/CORS/);
    await expect(problem()).toContainText('content-type');
  });

  it('says that a token is wrong, in the words of the server', async () => {
    const server = await start({ token: 'right' });

    await connect(server.url, { token: 'wrong' });

    await expect(problem()).toContainText('refused the request (401): Who are you?');
  });

  it.each([
    [415, 'The server does not take JSON from here', 'no proxy on the way changes the content type'],
    [422, 'The server does not take these messages', 'so begin a new one'],
  ])('says of a %i what it means and what to do, in words of its own', async (status, title, fix) => {
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    const server = await start({ answer: () => ({ status, headers, chunks: ['{}'], ends: 'end' }) });

    await connect(server.url);

    await expect(problem()).toContainText(title);
    await expect(problem()).toContainText(fix);
  });

  it('says that something else answers, and forgets it when something else is chosen', async () => {
    const page: WireTurn = {
      headers: { 'access-control-allow-origin': '*', 'content-type': 'text/html' },
      chunks: ['<p>Hello'],
    };
    const server = await start({ answer: () => page });

    await connect(server.url);
    await expect(problem()).toContainText("'text/html' instead of an event stream");
    await demo.page.getByRole('radio', { name: 'PydanticAI server' }).check();

    await expect(problem()).toHaveCount(0);
    await expect(demo.page.getByLabel('Address of its route')).toHaveValue('http://localhost:8000/chat');
  });
});

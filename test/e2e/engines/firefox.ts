import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { clickActions, type Engine, keyActions, type MissingEngine, type Tab } from './engine.js';
import { findProgram, firstMatch, killProcesses, type Program, startProgram } from './programs.js';

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

type Send = <T>(method: string, params: object) => Promise<T>;

/** Connects to WebDriver BiDi, and returns a function that sends a command and resolves with its result. */
async function connect(address: string): Promise<{
  readonly send: Send;
  readonly close: () => void;
}> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let count = 0;
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, ({ type, result, message }) => {
        waiting.delete(id);
        if (type === 'success') resolve(result as T);
        else reject(new Error(`${method}: ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, close: () => socket.close() };
}

interface Session {
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

interface EvaluationResult {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Starts Firefox, driven by its built-in WebDriver BiDi. */
export async function startFirefox(): Promise<Engine | MissingEngine> {
  const command = findProgram(['firefox', 'firefox-esr'], ['/Applications/Firefox.app/Contents/MacOS']);
  if (command === undefined) return { missing: 'there is no Firefox (Debian: apt install firefox-esr)' };
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'));
  const firefox = startProgram(command, [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
  ]);
  const address = await firstMatch(firefox.process.stderr, /BiDi listening on (ws:\S+)/);
  const { send, close } = await connect(`${address}/session`);
  const { capabilities } = await send<Session>('session.new', { capabilities: {} });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    tab: await openTab(send, firefox),
    open: () => openTab(send, firefox),
    close: async () => {
      close();
      await firefox.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openTab(send: Send, firefox: Program): Promise<Tab> {
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width: 1500, height: 800 } });
  const act = (actions: readonly object[]): Promise<void> => send('input.performActions', { context, actions });
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const made = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true };
      const { type, result, exceptionDetails } = await send<EvaluationResult>('script.evaluate', made);
      if (type === 'exception') throw new Error(exceptionDetails?.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    click: (at) => act(clickActions(at)),
    press: (characters, held) => act(keyActions(characters, held)),
    // Ends the processes of all sites. Firefox has no URL that crashes a page here.
    crash: () => killProcesses(firefox, 'Isolated Web'),
    close: () => send('browsingContext.close', { context }),
  };
}

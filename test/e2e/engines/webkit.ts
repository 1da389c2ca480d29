import { createServer } from 'node:net';
import { vi } from 'vitest';
import { clickActions, type Engine, keyActions, type MissingEngine, type Tab } from './engine.js';
import { findProgram, startProgram } from './programs.js';

/** Returns a free port. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** Returns a function that sends a WebDriver command and resolves with its result. */
function commandsTo(address: string): Send {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(address + path, init);
    const { value } = (await answer.json()) as { value: T & { readonly message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.message}`);
    return value;
  };
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

/** Returns the required programs, or the name of the missing one. */
function findPrograms(): { readonly driver: string; readonly frames: string } | MissingEngine {
  if (process.platform !== 'linux') return { missing: 'WebKitGTK is for Linux alone' };
  const driver = findProgram(['WebKitWebDriver']);
  const frames = findProgram(['xvfb-run']);
  if (driver === undefined) return { missing: 'there is no WebKitWebDriver (Debian: apt install webkit2gtk-driver)' };
  return frames === undefined ? { missing: 'there is no xvfb-run (Debian: apt install xvfb)' } : { driver, frames };
}

/** Starts WebKitGTK, driven by WebDriver, on a virtual screen. */
export async function startWebKit(): Promise<Engine | MissingEngine> {
  const programs = findPrograms();
  if ('missing' in programs) return programs;
  const port = await freePort();
  const env = { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1', NO_AT_BRIDGE: '1' };
  const screen = ['--auto-servernum', '--server-args=-screen 0 1280x900x24', programs.driver, `--port=${port}`];
  const running = startProgram(programs.frames, screen, env);
  running.process.stdout?.resume();
  running.process.stderr?.resume();
  const send = commandsTo(`http://127.0.0.1:${port}`);
  await vi.waitFor(() => send('GET', '/status'), { timeout: 30_000, interval: 100 });
  const { sessionId, capabilities } = await send<Session>('POST', '/session', { capabilities: {} });
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/window/rect`, { x: 0, y: 0, width: 1500, height: 900 });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    tab: onlyTab((method, path, body) => send(method, at + path, body)),
    close: async () => {
      await send('DELETE', at).catch(() => undefined);
      await running.end();
    },
  };
}

/** Returns the first tab. Later tabs are not rendered while it is in front. */
function onlyTab(tell: Send): Tab {
  const act = (actions: readonly object[]): Promise<void> => tell('POST', '/actions', { actions });
  return {
    goto: (url) => tell('POST', '/url', { url }),
    evaluate: async (expression) => {
      const script = `return JSON.stringify(${expression})`;
      const value = await tell<string | null>('POST', '/execute/sync', { script, args: [] });
      return value === null ? undefined : JSON.parse(value);
    },
    click: (point) => act(clickActions(point)),
    press: (characters, held) => act(keyActions(characters, held)),
    close: () => tell('DELETE', '/window'),
  };
}

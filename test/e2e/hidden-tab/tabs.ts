import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from 'playwright';

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One tab. */
export interface Tab {
  /** Evaluates an expression in the page, and resolves with its settled value. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Freezes its timers, like a browser does for tabs that stay hidden. */
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * A Chromium with real tabs, driven by the DevTools protocol, because pages driven by Playwright are never
 * hidden. Commands go through a pipe, and each message ends with a zero byte.
 */
export class Tabs {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #pipe: Writable;
  readonly #waiting: Map<number, (reply: Reply) => void> = new Map();
  readonly #ended: Promise<void>;
  #count = 0;

  private constructor(process: ChildProcess, profile: string) {
    this.#process = process;
    this.#profile = profile;
    this.#pipe = process.stdio[3] as Writable;
    // Pending commands must fail when the browser has ended.
    this.#ended = new Promise((resolve) => {
      process.once('exit', (code) => {
        const error = { message: `The browser has ended (${code}).` };
        for (const reply of this.#waiting.values()) reply({ error });
        this.#waiting.clear();
        resolve();
      });
    });
    let text = '';
    (process.stdio[4] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0')) {
        const reply = JSON.parse(text.slice(0, end)) as Reply;
        text = text.slice(end + 1);
        this.#waiting.get(reply.id ?? 0)?.(reply);
        this.#waiting.delete(reply.id ?? 0);
      }
    });
  }

  static async start({ executablePath, args }: { executablePath?: string; args: string[] }): Promise<Tabs> {
    const profile = await mkdtemp(join(tmpdir(), 'countersign-tabs-'));
    const own = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    const process = spawn(executablePath ?? chromium.executablePath(), [...args, ...own], { stdio: [...stdio] });
    return new Tabs(process, profile);
  }

  /** Opens a tab in front of the others. */
  async open(url?: string): Promise<Tab> {
    const { targetId } = await this.#send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    await this.#send('Target.activateTarget', { targetId });
    const attach = { targetId, flatten: true };
    const { sessionId } = await this.#send<{ sessionId: string }>('Target.attachToTarget', attach);
    // Navigates last, because a session cannot be attached to a page that is blocked.
    if (url !== undefined) await this.#send('Page.navigate', { url }, sessionId);
    const evaluate = async (expression: string): Promise<unknown> => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await this.#send<{
        readonly result: { readonly value?: unknown };
        readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
      }>('Runtime.evaluate', options, sessionId);
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'The page threw.');
      return result.value;
    };
    const setState = async (state: 'frozen' | 'active'): Promise<void> =>
      void (await this.#send('Page.setWebLifecycleState', { state }, sessionId));
    const close = async (): Promise<void> => void (await this.#send('Target.closeTarget', { targetId }));
    return { evaluate, freeze: () => setState('frozen'), resume: () => setState('active'), close };
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null) await this.#send('Browser.close', {}).catch(() => {});
    await this.#ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #send<T>(method: string, params: object, sessionId?: string): Promise<T> {
    this.#count += 1;
    const id = this.#count;
    const replied = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await replied;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T; // the protocol defines the result of each method
  }
}

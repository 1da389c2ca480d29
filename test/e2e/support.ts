import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright';
import { type Expect, expect as playwrightExpect } from 'playwright/test';
import { build, type InlineConfig } from 'vite';
import { inject } from 'vitest';
import { root } from '../setup/source-files.js';

/** Waits long enough for a busy machine. */
export const expect: Expect<object> = playwrightExpect.configure({
  timeout: process.env.COUNTERSIGN_ALL === '1' ? 120_000 : 20_000,
});

const src = (path: string): string => join(root, 'src', path);

/** Returns the output of an app's production build for a file, with Vite's default targets. */
export async function bundle(input: string, config: InlineConfig = {}): Promise<string> {
  const isSheet = input.endsWith('.css');
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: {
      alias: [
        { find: /^countersign$/, replacement: src('index.ts') },
        { find: /^countersign\/core$/, replacement: src('core.ts') },
        { find: /^countersign\/(components|persistence|testing)$/, replacement: src('$1/index.ts') },
      ],
    },
    ...config,
    build: { write: false, rolldownOptions: { input, output: isSheet ? {} : { format: 'iife' }, onLog: () => {} } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  return outputs
    .flatMap((output) => (output.type === 'chunk' ? (isSheet ? [] : [output.code]) : [String(output.source)]))
    .join('');
}

/** Starts the browser that the tests of a file share. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch(inject('browserLaunch'));
}

/** Returns the errors that a page logs or throws. */
export function collectErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Approves a call on its card. The button is active after it has been visible for a moment without moving. */
export async function approve(card: Locator): Promise<void> {
  const button = card.getByRole('button', { name: /^Approve/ });
  await expect(async () => {
    await button.scrollIntoViewIfNeeded({ timeout: 5_000 });
    await expect(button).toHaveAttribute('data-arming', 'armed', { timeout: 5_000 });
    await button.click({ timeout: 5_000 });
    // A button that moved in the meantime ignores the press, and the card says so.
    await expect(card.getByText('Not approved yet')).toHaveCount(0, { timeout: 100 });
  }).toPass();
}

/**
 * Presses a button of a card after the card has stopped moving: a preview that arrives earlier moves the
 * buttons below it.
 */
export async function press(card: Locator, name: 'Edit' | 'Deny…'): Promise<void> {
  await expect(card.locator('[data-action=approve]')).toHaveAttribute('data-arming', 'armed');
  await card.getByRole('button', { name }).click();
}

/** Options for opening the demo. */
export interface DemoOptions extends BrowserContextOptions {
  /** `human`: the built-in model takes its time, so that intermediate states are visible. Default: `instant`. */
  readonly pace?: 'human' | 'instant';
  /** The language of the kit. Default: `en`. */
  readonly language?: 'en' | 'ar';
  /** Prepares the page before it is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** The demo in a new profile. The test fails if the page reports errors. */
export class Demo {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #errors: string[] = [];
  readonly #notLoaded: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('pageerror', (error) => this.#errors.push(error.message));
    page.on('requestfailed', (request) => this.#notLoaded.push(`${request.url()} (${request.failure()?.errorText})`));
  }

  /** `prepare` runs in the page before all other scripts. */
  static async open(
    browser: Browser,
    { pace = 'instant', language = 'en', before, ...options }: DemoOptions = {},
    prepare?: () => void,
  ): Promise<Demo> {
    const context = await browser.newContext(options);
    if (prepare !== undefined) await context.addInitScript(prepare);
    const demo = new Demo(context, await context.newPage());
    await before?.(demo.page);
    await demo.page.goto(`${inject('demoUrl')}/?pace=${pace}&language=${language}`);
    await expect(demo.page.getByRole('heading', { level: 1 })).toBeVisible();
    return demo;
  }

  async say(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Message' }).fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  card(title: string): Locator {
    return this.page.getByRole('group', { name: title });
  }

  /** Approves a call by its title. */
  async approve(title: string): Promise<void> {
    await approve(this.card(title));
  }

  /** Returns the rows of the event feed that begin with this text. */
  feed(words: string | RegExp): Locator {
    return this.page.locator('[data-cs=feed-line]').filter({ hasText: words });
  }

  /** Returns the JSON of the event in a row of the feed. */
  async event(words: string | RegExp): Promise<Record<string, unknown>> {
    const line = this.feed(words).first();
    if ((await line.getAttribute('data-open')) === null) await line.locator('[data-cs=feed-words]').click();
    const raw = line.getByRole('button', { name: 'Raw events' });
    if ((await raw.getAttribute('aria-pressed')) !== 'true') await raw.click();
    return JSON.parse((await line.locator('pre').textContent()) ?? 'null') as Record<string, unknown>;
  }

  /** Waits until the run has ended with this text. */
  async ended(words: string): Promise<void> {
    await expect(this.feed(words).last()).toBeVisible();
  }

  /** Returns a file from disk; `null` if it does not exist. */
  async file(path: string): Promise<string | null> {
    return await this.page.evaluate(async (wanted) => {
      const names = wanted.split('/');
      const name = names.pop() ?? '';
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspace');
      const read = async (): Promise<string> => await (await (await folder.getFileHandle(name)).getFile()).text();
      try {
        for (const part of names) folder = await folder.getDirectoryHandle(part);
        // A file cannot be read while it is being written.
        return await read().catch((error: DOMException) =>
          error.name === 'NotReadableError' ? read() : Promise.reject(error),
        );
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError') return null;
        throw error;
      }
    }, path);
  }

  /**
   * Returns the content of the page and its failed requests. After a failed test, the page is closed before the
   * failure is printed.
   */
  async look(): Promise<string> {
    const shown = await this.page.locator('body').ariaSnapshot();
    return `The page showed:\n${shown}\nIt could not load: ${this.#notLoaded.join(', ') || 'nothing was missing'}`;
  }

  async close(): Promise<void> {
    await this.#context.close();
    if (this.#errors.length > 0) throw new Error(`The page threw: ${this.#errors.join('; ')}`);
  }
}

/** Returns the whole content of the page's database as text. */
export async function databaseText({ page }: Demo): Promise<string> {
  return await page.evaluate(async () => {
    const promisify = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await promisify(indexedDB.open('countersign-demo'));
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores);
    const all = await Promise.all(stores.map((name) => promisify(transaction.objectStore(name).getAll())));
    database.close();
    return JSON.stringify(all);
  });
}

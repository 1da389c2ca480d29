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

/** Waits for conditions as long as a busy machine may need. */
export const expect: Expect<object> = playwrightExpect.configure({ timeout: 20_000 });

const src = (path: string): string => join(root, 'src', path);

/** What an app's production build makes of a file, with the targets that Vite has by default. */
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

/** Starts the browser that all tests of a file share. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch(inject('browserLaunch'));
}

/** What was logged as an error, or thrown, by a page. */
export function collectErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Says yes at a card: the button takes presses once it has been seen for a moment and stands still. */
export async function approve(card: Locator): Promise<void> {
  const button = card.getByRole('button', { name: /^Approve/ });
  await expect(async () => {
    await button.scrollIntoViewIfNeeded({ timeout: 5_000 });
    await expect(button).toHaveAttribute('data-arming', 'armed', { timeout: 5_000 });
    await button.click({ timeout: 5_000 });
    // A button that moved in the meantime takes no press, and the card says so.
    await expect(card.getByText('Not approved yet')).toHaveCount(0, { timeout: 100 });
  }).toPass();
}

/** Presses a button of a card once the card stands still: a preview that arrives earlier moves the buttons below it. */
export async function press(card: Locator, name: 'Edit' | 'Deny…'): Promise<void> {
  await expect(card.locator('[data-action=approve]')).toHaveAttribute('data-arming', 'armed');
  await card.getByRole('button', { name }).click();
}

/** How the demo is opened. */
export interface DemoOptions extends BrowserContextOptions {
  /** `human`: the stand-in takes its time, so that what happens in between can be seen. Default `instant`. */
  readonly pace?: 'human' | 'instant';
  /** What the kit speaks. Default `en`. */
  readonly language?: 'en' | 'ar';
  /** Does something with the page before it is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** The demo in a fresh profile. Errors of the page are collected and must be empty at the end. */
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

  /** `prepare` is run in the page before anything else. */
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

  /** Says yes to a call. */
  async approve(title: string): Promise<void> {
    await approve(this.card(title));
  }

  /** Lines of the event feed that begin with these words. */
  feed(words: string | RegExp): Locator {
    return this.page.locator('[data-cs=feed-line]').filter({ hasText: words });
  }

  /** The JSON of the event behind a line of the feed. */
  async event(words: string | RegExp): Promise<Record<string, unknown>> {
    const line = this.feed(words).first();
    if ((await line.getAttribute('data-open')) === null) await line.locator('[data-cs=feed-words]').click();
    return JSON.parse((await line.locator('pre').textContent()) ?? 'null') as Record<string, unknown>;
  }

  /** Waits until the run has ended in this way. */
  async ended(words: string): Promise<void> {
    await expect(this.feed(words).last()).toBeVisible();
  }

  /** A file as it is on disk; `null` when there is none. */
  async file(path: string): Promise<string | null> {
    return await this.page.evaluate(async (wanted) => {
      const names = wanted.split('/');
      const name = names.pop() ?? '';
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspace');
      const read = async (): Promise<string> => await (await (await folder.getFileHandle(name)).getFile()).text();
      try {
        for (const part of names) folder = await folder.getDirectoryHandle(part);
        // One that is written just then can be read once it is.
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
   * What the page shows, and what it could not load: for a test that has failed, whose page is gone when its failure is
   * read.
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

/** All that lies in the page's database, as text. */
export async function databaseText({ page }: Demo): Promise<string> {
  return await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('countersign-demo'));
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores);
    const all = await Promise.all(stores.map((name) => settled(transaction.objectStore(name).getAll())));
    database.close();
    return JSON.stringify(all);
  });
}

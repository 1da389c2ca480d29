import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { preview } from 'vite';
import { runNode } from '../setup/run-node.js';
import { root } from '../setup/source-files.js';

/** A static site built by a script of the project, served from a path that the build did not know. */
export interface BuiltSite {
  readonly address: string;
  readonly outDir: string;
  /** Opens a page that can only reach the site, and records its errors. */
  readonly openOffline: (
    browser: Browser,
    options?: Parameters<Browser['newPage']>[0],
  ) => Promise<{ readonly page: Page; readonly problems: readonly string[] }>;
  readonly close: () => Promise<void>;
}

/** Builds a site with `node <command> --output-dir <folder>`, and serves it. */
export async function buildSite(command: readonly string[]): Promise<BuiltSite> {
  const outDir = await mkdtemp(join(tmpdir(), 'countersign-site-'));
  await runNode([...command, '--output-dir', outDir]);
  const server = await preview({
    configFile: false,
    root,
    base: '/some/where/',
    build: { outDir },
    logLevel: 'warn',
    preview: { host: 'localhost', port: 0 },
  });
  const address = server.resolvedUrls?.local[0] ?? '';
  return {
    address,
    outDir,
    openOffline: async (browser, options = {}) => {
      const page = await browser.newPage(options);
      return { page, problems: await noteProblems(page, address) };
    },
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

async function noteProblems(page: Page, address: string): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith(address) || /^(?:data|blob):/.test(url)) return await route.continue();
    problems.push(`asked for ${url}`);
    await route.abort();
  });
  page.on('response', (response) => response.status() < 400 || problems.push(`${response.status()} ${response.url()}`));
  page.on('requestfailed', (request) => {
    // Ignores requests that were aborted by the next navigation.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') problems.push(`${why}: ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return problems;
}

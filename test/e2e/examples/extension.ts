import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { inject } from 'vitest';
import { expect } from '../support.js';

/** A browser with an extension, and the address of the extension's panel. */
export interface LoadedExtension {
  readonly context: BrowserContext;
  readonly panel: string;
}

/** Starts a browser with the extension that an example has built into `dist`. */
export async function loadExtension(example: string): Promise<LoadedExtension> {
  const dist = join(example, 'dist');
  const { args, ...launch } = inject('browserLaunch');
  const context = await chromium.launchPersistentContext('', {
    ...launch,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...args, `--disable-extensions-except=${dist}`, `--load-extension=${dist}`],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return { context, panel: new URL('/panel.html', worker.url()).href };
}

/** Opens the panel again, and stops the service worker, as Chrome does. The card has to be there after both. */
export async function interruptExtension(page: Page): Promise<void> {
  const card = page.getByRole('group', { name: 'Delete the note old' });
  await page.reload();
  await card.waitFor();
  const session = await page.context().newCDPSession(page);
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await session.detach();
  await expect(card).toBeVisible();
}

import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, it } from 'vitest';
import { type DemoServer, startDemoServer } from './demo-server.js';
import { Demo, expect, press, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;
let server: DemoServer;

beforeAll(async () => {
  browser = await startBrowser();
});
beforeEach(async () => {
  server = await startDemoServer(inject('demoUrl'));
  // Chromium asks before a page may reach other servers on this computer.
  demo = await Demo.open(browser, { permissions: ['local-network-access'] });
});
afterEach(async () => {
  server.process.kill();
  await demo.close();
});
afterAll(async () => {
  await browser.close();
});

async function connect(): Promise<void> {
  const { page } = demo;
  await page.locator('.top-bar .model').click();
  await page.getByRole('radio', { name: 'Countersign server' }).check();
  await page.getByLabel('Address of its route').fill(server.url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const log = () => demo.page.getByRole('log');

describe('C227 the demo’s agent, served by npm run demo:server', () => {
  it('C227 requests approval in the page, and executes only approved calls, in its own files', async () => {
    await connect();
    await demo.say('Delete `notes/todo.md` and delete `src/app.py`');
    await press(demo.card('Delete src/app.py'), 'Deny…');
    await demo.page.getByRole('button', { name: 'Deny', exact: true }).click();
    await demo.approve('Delete notes/todo.md');
    await demo.ended('agent finished');

    await demo.say('List the files');
    await expect(demo.feed('agent finished')).toHaveCount(2);

    const answer = log().getByRole('article').last();
    await expect(answer).toContainText('src/app.py');
    await expect(answer).not.toContainText('todo.md');
    // The page's own files are other ones.
    expect(await demo.file('notes/todo.md')).not.toBeNull();
  });

  it('C227 continues after a reload in the middle of a batch', async () => {
    await connect();
    await demo.say('Delete `notes/todo.md`');
    await expect(demo.card('Delete notes/todo.md')).toBeVisible();

    await demo.page.reload();
    await demo.approve('Delete notes/todo.md');
    await demo.ended('agent finished');

    await expect(log()).toContainText('notes/todo.md');
  });
});

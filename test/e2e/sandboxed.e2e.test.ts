import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { bundle, startBrowser } from './support.js';

let script: string;
let browser: Browser;

beforeAll(async () => {
  script = await bundle(join(root, 'test/e2e/sandboxed/page.tsx'));
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A page with a frame with an opaque origin, as in previews and on pages with user content. */
function pageWith(code: string): string {
  const frame = `<!doctype html><title>Frame</title><body><script>${code.replaceAll(/<\/(?=script)/g, '<\\/')}</script>`;
  const escaped = JSON.stringify(frame).replaceAll('<', '\\u003c');
  return `<!doctype html><title>Page</title><body><script>
const frame = document.createElement('iframe');
frame.setAttribute('sandbox', 'allow-scripts');
frame.style.cssText = 'width: 1000px; height: 700px; border: 0';
frame.srcdoc = ${escaped};
document.body.append(frame);
</script>`;
}

it('C437 a conversation with a storage runs in a sandboxed frame, in memory, says so once, and takes an approval', async () => {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: pageWith(script) }));
  await tab.goto('http://localhost/');
  const frame = tab.frameLocator('iframe');

  await frame.getByRole('textbox').fill('Remove a.txt');
  await frame.getByRole('textbox').press('Enter');
  await frame.getByRole('button', { name: /^Approve/ }).click();
  await frame.getByRole('log').getByText('It is gone.').waitFor();
  await frame.getByRole('textbox').fill('And now?');
  await frame.getByRole('textbox').press('Enter');
  await frame.getByRole('log').getByText('Hello again.').waitFor();

  const notes = await frame.locator('body > ol > li').allTextContents();
  expect(notes.sort()).toEqual(['problem: no-tabs', 'problem: storage-unavailable', 'removed a.txt']);
  expect(await tab.frames()[1]?.evaluate('origin')).toBe('null');
  await tab.close();
});

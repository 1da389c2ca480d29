import { type Browser, type BrowserContext, chromium } from 'playwright';
import { type Engine, keys, type Tab } from './engine.js';

type Launch = Parameters<typeof chromium.launch>[0];

const nameOf = (character: string): string =>
  Object.entries(keys).find(([, value]) => value === character)?.[0] ?? character;

/** The Chromium of the other tests, driven by Playwright. It checks that a flow is correct. */
export async function startChromium(launch: Launch): Promise<Engine> {
  const browser: Browser = await chromium.launch(launch);
  const context = await browser.newContext({ viewport: { width: 1500, height: 800 } });
  return {
    version: `chromium ${browser.version()}`,
    tab: await openTab(context),
    open: () => openTab(context),
    close: () => browser.close(),
  };
}

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    press: async (characters, held = '') => {
      for (const key of held) await page.keyboard.down(nameOf(key));
      for (const key of characters) await page.keyboard.press(nameOf(key));
      for (const key of held) await page.keyboard.up(nameOf(key));
    },
    crash: async () => {
      const cdp = await context.newCDPSession(page);
      const crashed = new Promise((resolve) => page.once('crash', resolve));
      cdp.send('Page.crash').catch(() => {}); // a crashed page never responds
      await crashed;
    },
    close: () => page.close(),
  };
}

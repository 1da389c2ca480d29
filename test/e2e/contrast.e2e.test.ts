import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { Demo, expect, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  await demo.close();
});
afterAll(async () => {
  await browser.close();
});

/** The lightness, from 0 to 1, of the frame of what is found, and of the paper below it. */
async function frameAndPaper(page: Page, selector: string): Promise<readonly [frame: number, paper: number]> {
  return await page.locator(selector).evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightness = (color: string): number => {
      if (context === null) return Number.NaN;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      const linear = (part: number): number => ((part / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const { borderTopColor, backgroundColor } = getComputedStyle(element);
    return [lightness(borderTopColor), lightness(backgroundColor)] as const;
  });
}

describe('who asks for it', () => {
  it.each(['light', 'dark'] as const)('C165 gets frames of more contrast, in %s', async (colorScheme) => {
    demo = await Demo.open(browser, { colorScheme, contrast: 'more' });
    await demo.say('Clear `.env`');
    await expect(demo.card('Clear .env')).toBeVisible();

    const lights = await frameAndPaper(demo.page, '[data-cs="approval-batch"]');

    const [dark, light] = [Math.min(...lights), Math.max(...lights)];
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(3);
  });

  it('C165 shows Approve legibly in forced colours', async () => {
    demo = await Demo.open(browser, { forcedColors: 'active' });
    await demo.say('Clear `.env`');
    const button = demo.card('Clear .env').getByRole('button', { name: 'Approve' });
    await expect(button).toHaveAttribute('data-arming', 'armed');

    const [ink, paper] = await button.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });

    expect(ink).not.toBe(paper);
  });

  it('C165 shows pressed buttons in forced colours', async () => {
    demo = await Demo.open(browser, { forcedColors: 'active' });
    const frame = async (name: string): Promise<string> =>
      await demo.page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => getComputedStyle(button).border || getComputedStyle(button).borderBlockEnd);

    expect(await frame('Activity')).not.toBe(await frame('Rules'));
    expect(await frame('Follow')).not.toBe(await frame('Filter'));
  });
});

import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { Tabs } from './hidden-tab/tabs.js';
import { problemOf, type Whole } from './kill/judge.js';
import { type Ending, endings } from './kill/lives.js';
import { Worlds } from './kill/world.js';
import { bundle, startBrowser } from './support.js';

let worlds: Worlds;
let browser: Browser;
let tabs: Tabs;
let whole: Whole;

beforeAll(async () => {
  worlds = await Worlds.start(await bundle(join(root, 'test/e2e/kill/page.ts')));
  browser = await startBrowser();
  tabs = await Tabs.start(inject('browserLaunch'));
  const world = worlds.make();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(world.page(1));
  whole = { world, over: await world.over(1) };
  await context.close();
});

afterAll(async () => {
  await tabs.close();
  await browser.close();
  await worlds.close();
});

/** How many conversations are played at the same time. */
const lanes = 2;

/** Every so manieth moment; `npm run test:all` takes all of them. */
const step = process.env.COUNTERSIGN_ALL === '1' ? 1 : 40;

/** Plays a conversation whose life ends at a moment; gives the moment, if it was reached. */
async function endAt(
  end: Ending,
  at: number,
): Promise<{ readonly moment: string | undefined; readonly problem: string | undefined }> {
  const world = worlds.make();
  let stop = (): void => {};
  const stands = new Promise<never>((_, reject) => {
    const limit = setTimeout(() => reject(new Error(`it stands still after: ${world.heard.join(', ')}`)), 60_000);
    stop = () => clearTimeout(limit);
  });
  try {
    const { moment, over } = await Promise.race([end({ browser, tabs }, world, at), stands]);
    return { moment, problem: problemOf({ world, over }, whole) };
  } catch (error) {
    return { moment: 'somewhere', problem: String(error) };
  } finally {
    stop();
  }
}

describe('C184 C189 a kept conversation whose pages end at any write comes to the same end', () => {
  it.each(Object.entries(endings))(
    '%s',
    async (name, end) => {
      const moments: string[] = [];
      const problems: string[] = [];
      const places = Array.from({ length: Math.ceil(whole.over.moments.length / step) }, (_, index) => index * step);
      const lane = async (): Promise<void> => {
        for (let at = places.shift(); at !== undefined; at = places.shift()) {
          const { moment, problem } = await endAt(end, at);
          if (moment !== undefined) moments.push(moment);
          if (problem !== undefined) problems.push(`ended at moment ${at} (${moment}): ${problem}`);
        }
      };

      await Promise.all(Array.from({ length: lanes }, lane));

      // biome-ignore lint/suspicious/noConsole: how much was played is a result, too.
      console.info(`${name}: ended at ${moments.length} of ${whole.over.moments.length} moments`);
      expect(problems).toEqual([]);
      // A save more or less: those of one moment are one.
      expect(moments.length).toBeGreaterThanOrEqual(Math.floor((whole.over.moments.length / step) * 0.9));
    },
    3_600_000,
  );

  it('which are a hundred and more, and none of them stands in a list', () => {
    expect(whole.over.error).toBeUndefined();
    expect(whole.over.moments.length).toBeGreaterThanOrEqual(110);
  });
});

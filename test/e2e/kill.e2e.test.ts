import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { Tabs } from './hidden-tab/tabs.js';
import { type Ending, endings, holdings } from './kill/activations.js';
import { problemOf, type Whole } from './kill/judge.js';
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

/** At how many moments the pages of each layout end, at least, where all are taken. */
const fewest = 118;

/** How many conversations are played at the same time. */
const lanes = 2;

/** Every so manieth moment; `npm run test:all` takes all of them. */
const step = process.env.COUNTERSIGN_ALL === '1' ? 1 : 40;

/** `COUNTERSIGN_MOMENTS=3,17` takes these only. */
const chosen = process.env.COUNTERSIGN_MOMENTS?.split(',').map(Number);

/** What became of a conversation. */
interface Played {
  /** Where its life ended; `undefined`: it was over before. */
  readonly moment: string | undefined;
  /** How many moments it had, if it was over. */
  readonly had?: number;
  readonly problem: string | undefined;
}

/** Plays a conversation whose life ends at a moment. */
async function endAt(end: Ending, at: number): Promise<Played> {
  const world = worlds.make();
  let stop = (): void => {};
  const stands = new Promise<never>((_, reject) => {
    const limit = setTimeout(() => reject(new Error(`it stands still after: ${world.heard.join(', ')}`)), 60_000);
    stop = () => clearTimeout(limit);
  });
  try {
    const { moment, over } = await Promise.race([end({ browser, tabs }, world, at), stands]);
    const had = moment === undefined ? { had: over.moments.length } : {};
    const problem = problemOf({ world, over }, whole);
    return { moment, ...had, problem: problem && `ended at moment ${at} (${moment}): ${problem}` };
  } catch (error) {
    return { moment: 'somewhere', problem: `ended at moment ${at}: ${error}` };
  } finally {
    stop();
  }
}

/** What became of all conversations of a layout. */
interface Layout {
  /** How many of them ended at a moment. */
  readonly ended: number;
  /** The fewest moments that one had whose life ended at none. */
  readonly had: number;
  readonly problems: readonly string[];
}

/** Plays a conversation for each of so many moments. */
async function playAll(end: Ending, count: number): Promise<Layout> {
  const places = chosen ?? Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const left = [...places];
  const all: Played[] = [];
  const lane = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) all.push(await endAt(end, at));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return {
    ended: all.filter(({ moment }) => moment !== undefined).length,
    had: Math.min(count, ...all.map(({ had = count }) => had)),
    problems: all.flatMap(({ problem }) => problem ?? []),
  };
}

describe('C184 C189 a kept conversation whose pages end at any write comes to the same end', () => {
  it.each(Object.entries(endings))(
    '%s',
    async (name, end) => {
      const { length: count } = whole.over.moments;

      const { ended, had, problems } = await playAll(end, count);

      // A tab that nobody looks at writes its log once a second, and has fewer moments.
      // biome-ignore lint/suspicious/noConsole: how much was played is a result, too.
      console.info(`${name}: ended at ${ended} moments; left alone it has ${had}, in front ${count}`);
      expect(problems).toEqual([]);
      // A save more or less: those of one moment are one.
      const most = Math.floor((count / step) * 0.9);
      const least = step > 1 ? most : Math.max(fewest, most);
      expect(ended).toBeGreaterThanOrEqual(chosen === undefined ? least : 1);
    },
    3_600_000,
  );

  it.skipIf(step > 1 && chosen === undefined).each(Object.entries(holdings))(
    '%s',
    async (name, end) => {
      const count = whole.over.moments.filter((moment) => moment.startsWith('before')).length;

      const { ended, problems } = await playAll(end, count);

      // biome-ignore lint/suspicious/noConsole: how much was played is a result, too.
      console.info(`${name}: held ${ended} of ${count} writes`);
      expect(problems).toEqual([]);
      const least = chosen === undefined ? Math.floor(count * 0.9) : 1;
      expect(ended).toBeGreaterThanOrEqual(least);
    },
    3_600_000,
  );

  it('which are a hundred and more, and none of them stands in a list', () => {
    expect(whole.over.error).toBeUndefined();
    expect(whole.over.moments.length).toBeGreaterThanOrEqual(fewest);
  });
});

import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { Tabs } from './hidden-tab/tabs.js';
import { type EndPages, endings, holdings } from './kill/activations.js';
import { type FinishedWorld, problemOf } from './kill/judge.js';
import { Worlds } from './kill/world.js';
import { bundle, startBrowser } from './support.js';

let worlds: Worlds;
let browser: Browser;
let tabs: Tabs;
let whole: FinishedWorld;

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

/** The minimum number of moments per layout in the full run. */
const fewest = 118;

/** The number of conversations that are played concurrently. */
const lanes = 2;

/** A normal run takes every 40th moment; `npm run test:all` takes all of them. */
const step = process.env.COUNTERSIGN_ALL === '1' ? 1 : 40;

/** `COUNTERSIGN_MOMENTS=3,17` takes only these moments. */
const chosen = process.env.COUNTERSIGN_MOMENTS?.split(',').map(Number);

/** The result of one conversation. */
interface PlayedConversation {
  /** The moment at which its activation ended; `undefined` if it finished before. */
  readonly moment: string | undefined;
  /** The number of its moments, if it finished. */
  readonly had?: number;
  readonly problem: string | undefined;
}

/** Plays a conversation whose activation ends at a moment. */
async function endAt(end: EndPages, at: number): Promise<PlayedConversation> {
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

/** The results of all conversations of a layout. */
interface Layout {
  /** The number of conversations that ended at a moment. */
  readonly ended: number;
  /** The fewest moments of a conversation that finished. */
  readonly had: number;
  readonly problems: readonly string[];
}

/** Plays a conversation for each of the first `count` moments. */
async function playAll(end: EndPages, count: number): Promise<Layout> {
  const places = chosen ?? Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const left = [...places];
  const all: PlayedConversation[] = [];
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

      // A hidden tab writes its log once a second, so it has fewer moments.
      // biome-ignore lint/suspicious/noConsole: the number of played cases is a result, too
      console.info(`${name}: ended at ${ended} moments; left alone it has ${had}, in front ${count}`);
      expect(problems).toEqual([]);
      // Saves of the same moment are merged, so the number varies slightly.
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

      // biome-ignore lint/suspicious/noConsole: the number of played cases is a result, too
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

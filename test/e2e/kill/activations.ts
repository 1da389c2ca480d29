import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { Tabs } from '../hidden-tab/tabs.js';
import type { Hold } from './delayed-writes.js';
import type { Over } from './page.js';
import type { Cut, World } from './world.js';

/** What a way of ending lives needs of the machine. */
export interface Machine {
  readonly browser: Browser;
  /** A browser whose tabs can be hidden and frozen. */
  readonly tabs: Tabs;
}

/** What became of a conversation whose first life was to end at a moment. */
export interface Ended {
  /** Where it ended; `undefined`: it was over before. */
  readonly moment: string | undefined;
  readonly over: Over;
}

/** Ends a life, or several, at the so manieth moment of the first one, and lets others go on. */
export type Ending = (machine: Machine, world: World, ends: number) => Promise<Ended>;

/** A page in a process of its own. */
class OwnPage {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async open(context: BrowserContext, url: string): Promise<OwnPage> {
    const page = await context.newPage();
    // Nothing can be attached to a page that stands still.
    const opened = new OwnPage(page, await context.newCDPSession(page));
    await page.goto(url, { waitUntil: 'commit' });
    return opened;
  }

  /** Its process ends at once: while it stands still at a moment, or wherever it is. */
  async crash(cut?: Cut): Promise<void> {
    const crashed = new Promise((resolve) => this.page.once('crash', resolve));
    cut?.decide('die');
    this.#cdp.send('Page.crash').catch(() => {}); // nobody is left to answer
    await crashed;
    await this.page.close();
  }
}

/** Lets a first life go on to its end, or to the moment that it is cut at. */
async function cutOf(world: World, life: number): Promise<Cut | Over> {
  return await Promise.race([world.cut(life), world.over(life)]);
}

const isOver = (end: Cut | Over): end is Over => 'history' in end;

/** Pages of one profile, which is gone with them. */
async function inContext<T>({ browser }: Machine, work: (open: (url: string) => Promise<OwnPage>) => Promise<T>) {
  const context = await browser.newContext();
  try {
    return await work((url) => OwnPage.open(context, url));
  } finally {
    await context.close();
  }
}

/** The process crashes, and the page is opened again; `again`: that one crashes, too. */
function crash(again?: (ends: number) => number): Ending {
  return (machine, world, ends) =>
    inContext(machine, async (open) => {
      const first = await open(world.page(1, { ends }));
      const cut = await cutOf(world, 1);
      if (isOver(cut)) return { moment: undefined, over: cut };
      await first.crash(cut);
      if (again !== undefined) {
        const second = await open(world.page(2, { ends: again(ends) }));
        const next = await cutOf(world, 2);
        if (isOver(next)) return { moment: cut.moment, over: next };
        await second.crash(next);
      }
      await open(world.page(3));
      return { moment: cut.moment, over: await world.over(3) };
    });
}

/** The page goes to another address, and comes back. */
const navigate: Ending = (machine, world, ends) =>
  inContext(machine, async (open) => {
    const { page } = await open(world.page(1, { ends }));
    const cut = await cutOf(world, 1);
    if (isOver(cut)) return { moment: undefined, over: cut };
    cut.decide('leave');
    await page.waitForURL('about:blank');
    await page.goto(world.page(2));
    return { moment: cut.moment, over: await world.over(2) };
  });

/**
 * Two tabs: one goes on with the conversation, and one waits for it. Whoever is named crashes when the first reaches
 * the moment.
 */
function twoTabs(who: 'leader' | 'follower' | 'both'): Ending {
  return (machine, world, ends) =>
    inContext(machine, async (open) => {
      const leader = await open(world.page(1, { ends, gate: 'closed' }));
      const early = await Promise.race([world.cut(1), world.placed(1, 'here')]);
      const follower = await open(world.page(2));
      if (early === undefined) await world.placed(2, 'elsewhere');
      world.openGate();
      const cut = await cutOf(world, 1);
      if (isOver(cut)) return { moment: undefined, over: cut };
      if (who !== 'leader') await follower.crash();
      if (who === 'follower') cut.decide('go on');
      else await leader.crash(cut);
      if (who === 'both') await open(world.page(3));
      const last = { leader: 2, follower: 1, both: 3 }[who];
      return { moment: cut.moment, over: await world.over(last) };
    });
}

/** Writes are held; the page goes on as far as it does without, and its process crashes. */
function crashHolding(which: Hold['which']): Ending {
  return (machine, world, at) =>
    inContext(machine, async (open) => {
      const first = await open(world.page(1, { hold: { at, which } }));
      const cut = await cutOf(world, 1);
      if (isOver(cut)) return { moment: undefined, over: cut };
      await first.crash(cut);
      await open(world.page(2));
      return { moment: cut.moment, over: await world.over(2) };
    });
}

/** Waits for the time, in milliseconds, after which a tab thaws although the other one has not finished. */
function thawTime(delay: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay));
}

/**
 * The tab is frozen, as browsers do with hidden ones, and thaws when another has brought the conversation to its end;
 * or soon: one that is in the middle of a transaction keeps all others from the database, which is why browsers freeze
 * no such tab.
 */
const freeze: Ending = async ({ tabs }, world, ends) => {
  const first = await tabs.open(world.page(1, { ends }));
  const front = await tabs.open();
  const cut = await cutOf(world, 1);
  await front.close();
  if (isOver(cut)) {
    await first.close();
    return { moment: undefined, over: cut };
  }
  const frozen = first.freeze();
  cut.decide('go on');
  await frozen;
  const second = await tabs.open(world.page(2));
  await Promise.race([world.over(2), thawTime(1500)]);
  world.hasThawed = true;
  await first.resume();
  // Whoever goes on with it, the other has it after that.
  const quicker = await Promise.race([world.over(1).then(() => 1), world.over(2).then(() => 2)]);
  await (quicker === 1 ? first : second).close();
  const over = await world.over(3 - quicker);
  await (quicker === 1 ? second : first).close();
  return { moment: cut.moment, over };
};

/**
 * A write of a tab is held while the tab is frozen and a second one brings the conversation to its end. Then the tab
 * thaws and its write is released. A third tab finds the state that the second one has left. As above, the first tab
 * thaws early if it was frozen in the middle of another transaction, which blocks the database for the second one.
 */
const freezeHolding: Ending = async ({ tabs }, world, at) => {
  const first = await tabs.open(world.page(1, { hold: { at, which: 'one' } }));
  const cut = await cutOf(world, 1);
  if (isOver(cut)) {
    await first.close();
    return { moment: undefined, over: cut };
  }
  const frozen = first.freeze();
  cut.decide('go on');
  await frozen;
  const second = await tabs.open(world.page(2));
  await Promise.race([world.over(2), thawTime(10_000)]);
  world.hasThawed = true;
  await first.resume();
  world.letGo();
  await world.wrote(1);
  await Promise.race([world.over(1), world.over(2)]);
  await first.close();
  await second.close();
  const third = await tabs.open(world.page(3));
  const over = await world.over(3);
  await third.close();
  return { moment: cut.moment, over };
};

/** Every way in which the lives of a conversation are ended. */
export const endings: Readonly<Record<string, Ending>> = {
  crash: crash(),
  'crash, twice': crash((ends) => 1 + ((ends * 5) % 13)),
  navigation: navigate,
  'two tabs, the leader crashes': twoTabs('leader'),
  'two tabs, the follower crashes': twoTabs('follower'),
  'two tabs, both crash': twoTabs('both'),
  'a frozen tab': freeze,
};

/** Every way in which lives are ended while something is not yet written that they have asked to be. */
export const holdings: Readonly<Record<string, Ending>> = {
  'a crash, with a write that is late': crashHolding('one'),
  'a crash, with a write that is late, and saves': crashHolding('one and all saves'),
  'a crash, with only marks that are in time': crashHolding('all but marks'),
  'a frozen tab, with a write that is late': freezeHolding,
};

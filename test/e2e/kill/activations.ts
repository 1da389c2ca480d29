import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { Tabs } from '../hidden-tab/tabs.js';
import type { Hold } from './delayed-writes.js';
import type { FinishedConversation } from './page.js';
import type { Cut, World } from './world.js';

/** The browsers for the ways to end an activation. An activation is the time of one page with the conversation. */
export interface Machine {
  readonly browser: Browser;
  /** A browser whose tabs can be hidden and frozen. */
  readonly tabs: Tabs;
}

/** The result of a conversation whose first activation was to end at a moment. */
export interface EndedConversation {
  /** The moment of its end; `undefined` if the conversation finished before. */
  readonly moment: string | undefined;
  readonly over: FinishedConversation;
}

/** Ends one or more activations at moment number `ends` of the first one, and lets later ones continue. */
export type EndPages = (machine: Machine, world: World, ends: number) => Promise<EndedConversation>;

/** A page with its own process. */
class OwnPage {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async open(context: BrowserContext, url: string): Promise<OwnPage> {
    const page = await context.newPage();
    // A session cannot be attached to a page that is blocked.
    const opened = new OwnPage(page, await context.newCDPSession(page));
    await page.goto(url, { waitUntil: 'commit' });
    return opened;
  }

  /** Ends its process, while the page is blocked at a moment or at any time. */
  async crash(cut?: Cut): Promise<void> {
    const crashed = new Promise((resolve) => this.page.once('crash', resolve));
    cut?.decide('die');
    this.#cdp.send('Page.crash').catch(() => {}); // a crashed page never responds
    await crashed;
    await this.page.close();
  }
}

/** Resolves when an activation reaches its last moment, or finishes the conversation. */
async function cutOf(world: World, life: number): Promise<Cut | FinishedConversation> {
  return await Promise.race([world.cut(life), world.over(life)]);
}

const isOver = (end: Cut | FinishedConversation): end is FinishedConversation => 'history' in end;

/** Runs work with pages of one profile, which is deleted afterwards. */
async function inContext<T>({ browser }: Machine, work: (open: (url: string) => Promise<OwnPage>) => Promise<T>) {
  const context = await browser.newContext();
  try {
    return await work((url) => OwnPage.open(context, url));
  } finally {
    await context.close();
  }
}

/** Crashes the process and opens the page again. With `again`, the second page crashes, too. */
function crash(again?: (ends: number) => number): EndPages {
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

/** The page navigates to another URL and returns. */
const navigate: EndPages = (machine, world, ends) =>
  inContext(machine, async (open) => {
    const { page } = await open(world.page(1, { ends }));
    const cut = await cutOf(world, 1);
    if (isOver(cut)) return { moment: undefined, over: cut };
    cut.decide('leave');
    await page.waitForURL('about:blank');
    await page.goto(world.page(2));
    return { moment: cut.moment, over: await world.over(2) };
  });

/** Two tabs: one leads the conversation, and one follows. `who` crashes when the leader reaches the moment. */
function twoTabs(who: 'leader' | 'follower' | 'both'): EndPages {
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

/** Holds writes until the page cannot continue without them, and then crashes its process. */
function crashHolding(which: Hold['which']): EndPages {
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

/** Resolves after the time at which a tab thaws even if the other one has not finished. */
function thawTime(delay: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay));
}

/**
 * The tab is frozen, like hidden tabs in browsers, and thaws when another tab has finished the conversation.
 * It thaws earlier if it was frozen during a transaction, which blocks the database for all tabs. Browsers
 * therefore do not freeze such tabs.
 */
const freeze: EndPages = async ({ tabs }, world, ends) => {
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
  // After either of them leads, the other one follows.
  const quicker = await Promise.race([world.over(1).then(() => 1), world.over(2).then(() => 2)]);
  await (quicker === 1 ? first : second).close();
  const over = await world.over(3 - quicker);
  await (quicker === 1 ? second : first).close();
  return { moment: cut.moment, over };
};

/**
 * A write of a tab is held while the tab is frozen and a second tab finishes the conversation. Then the tab
 * thaws and its write is released. A third tab must find the state that the second one stored. As above, the
 * first tab thaws early if it was frozen during another transaction, which blocks the database for the second
 * one.
 */
const freezeHolding: EndPages = async ({ tabs }, world, at) => {
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
  world.release();
  await world.wrote(1);
  await Promise.race([world.over(1), world.over(2)]);
  await first.close();
  await second.close();
  const third = await tabs.open(world.page(3));
  const over = await world.over(3);
  await third.close();
  return { moment: cut.moment, over };
};

/** The ways to end activations. */
export const endings: Readonly<Record<string, EndPages>> = {
  crash: crash(),
  'crash, twice': crash((ends) => 1 + ((ends * 5) % 13)),
  navigation: navigate,
  'two tabs, the leader crashes': twoTabs('leader'),
  'two tabs, the follower crashes': twoTabs('follower'),
  'two tabs, both crash': twoTabs('both'),
  'a frozen tab': freeze,
};

/** The ways to end activations that have pending writes. */
export const holdings: Readonly<Record<string, EndPages>> = {
  'a crash, with a write that is late': crashHolding('one'),
  'a crash, with a write that is late, and saves': crashHolding('one and all saves'),
  'a crash, with only marks that are in time': crashHolding('all but marks'),
  'a frozen tab, with a write that is late': freezeHolding,
};

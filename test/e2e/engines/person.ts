import { expect, vi } from 'vitest';
import { keys, type Tab } from './engine.js';
import type { Found, Wanted } from './page.js';

/** Somebody in front of a tab with the demo, whichever engine shows it. */
export class Person {
  readonly tab: Tab;
  readonly #script: string;

  /** `script` is what `page.ts` is, built. */
  constructor(tab: Tab, script: string) {
    this.tab = tab;
    this.#script = script;
  }

  /** Opens the demo with a new conversation; its files are as they were left. */
  async begins(url: string): Promise<void> {
    await this.opens(url);
    // WebKitGTK lets a page that is left in the middle of a transaction stand in the way of the next one's.
    await this.lacksText('Opening…');
    const id = `talk-${Math.random()}`;
    await this.tab.evaluate(`localStorage.setItem('countersign-demo-talk', '${id}')`);
    await this.opens(url);
  }

  /** Opens the demo, again: with the conversation that it was left with. */
  async opens(url: string): Promise<void> {
    await this.tab.goto(`${url}/?pace=instant`);
    await this.tab.evaluate(`(() => { ${this.#script}; return true; })()`);
    await this.finds({ role: 'textbox', name: 'Message' });
  }

  async says(text: string): Promise<void> {
    await this.clicks('textbox', 'Message');
    await this.presses(text + keys.Enter);
  }

  /**
   * Presses a letter at a card until it answers: half a second after the focus came, and after a letter that came too
   * early.
   */
  async answersBy(letter: string, shows: RegExp): Promise<void> {
    await this.#until(async () => {
      await this.presses(letter);
      await vi.waitFor(async () => expect(await this.#text()).toMatch(shows), { timeout: 700, interval: 50 });
    });
  }

  presses(characters: string, held?: string): Promise<void> {
    return this.tab.press(characters, held);
  }

  /** Clicks once it is there, takes presses and has stood still for as long as a card may take to settle. */
  async clicks(role: string, name: string, group?: string): Promise<void> {
    const wanted = { role, name, group };
    let { x, y } = await this.finds(wanted);
    let stillSince = Date.now();
    await this.#until(async () => {
      const now = await this.finds(wanted);
      if (now.x !== x || now.y !== y || now.isDisabled) stillSince = Date.now();
      ({ x, y } = now);
      if (Date.now() - stillSince < 600) throw new Error(`${role} '${name}' takes no press.`);
    });
    await this.tab.click({ x, y });
  }

  /** Waits until there is such an element, and it is as it should be. */
  async finds(wanted: Wanted, check: (found: Found) => boolean = () => true): Promise<Found> {
    return await this.#until(async () => {
      const found = (await this.tab.evaluate(`flowPage.find(${JSON.stringify(wanted)})`)) as Found | null;
      if (found === null || !check(found)) {
        throw new Error(`No such ${wanted.role} '${wanted.name}': ${JSON.stringify(found)}\n${await this.#text()}`);
      }
      return found;
    });
  }

  async reads(text: string | RegExp): Promise<void> {
    await this.#until(async () => expect(await this.#text()).toMatch(text));
  }

  /** Waits until there is no such element. */
  async lacks(wanted: Wanted): Promise<void> {
    await this.#until(async () =>
      expect(await this.tab.evaluate(`flowPage.find(${JSON.stringify(wanted)})`)).toBeNull(),
    );
  }

  async lacksText(text: string): Promise<void> {
    // A page is given up for gone after ten seconds.
    await this.#until(async () => expect(await this.#text()).not.toContain(text), 40_000);
  }

  /** Waits until the page's database has it. */
  async keeps(text: RegExp): Promise<void> {
    await this.#until(async () => expect(await this.tab.evaluate('flowPage.kept()')).toMatch(text));
  }

  /** Whether the page threw anything. */
  async sawNoError(): Promise<void> {
    expect(await this.tab.evaluate('flowPage.errors')).toEqual([]);
  }

  async #text(): Promise<string> {
    return String(await this.tab.evaluate('flowPage.text()'));
  }

  #until<T>(look: () => Promise<T>, timeout = 20_000): Promise<T> {
    return vi.waitFor(look, { timeout, interval: 50 });
  }
}

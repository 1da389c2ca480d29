import { expect, vi } from 'vitest';
import { keys, type Tab } from './engine.js';
import type { ElementQuery, Found } from './page.js';

/** A user of the demo in a tab, in any engine. */
export class Person {
  readonly tab: Tab;
  readonly #script: string;

  /** @param script the built code of `page.ts`. */
  constructor(tab: Tab, script: string) {
    this.tab = tab;
    this.#script = script;
  }

  /** Opens the demo with a new conversation. Its files are those of the last visit. */
  async begins(url: string): Promise<void> {
    await this.opens(url);
    // In WebKitGTK, a page that was left during a transaction can block the next one's.
    await this.lacksText('Opening…');
    const id = `talk-${Math.random()}`;
    await this.tab.evaluate(`localStorage.setItem('countersign-demo-talk', '${id}')`);
    await this.opens(url);
  }

  /** Opens the demo again, with its last conversation. */
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
   * Presses a letter on a card until the card reacts: letters work half a second after the focus arrives, and
   * after a letter that was too early.
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

  /** Clicks a button after it has appeared, has become active, and has not moved for the arming time. */
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

  /** Waits until a matching element exists and passes the check. */
  async finds(wanted: ElementQuery, check: (found: Found) => boolean = () => true): Promise<Found> {
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

  /** Waits until no matching element exists. */
  async lacks(wanted: ElementQuery): Promise<void> {
    await this.#until(async () =>
      expect(await this.tab.evaluate(`flowPage.find(${JSON.stringify(wanted)})`)).toBeNull(),
    );
  }

  async lacksText(text: string): Promise<void> {
    // A page is considered gone after ten seconds.
    await this.#until(async () => expect(await this.#text()).not.toContain(text), 40_000);
  }

  /** Waits until the page's database contains a text. */
  async keeps(text: RegExp): Promise<void> {
    await this.#until(async () => expect(await this.tab.evaluate('flowPage.kept()')).toMatch(text));
  }

  /** Checks that the page threw no error. */
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

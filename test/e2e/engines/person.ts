import { expect, vi } from 'vitest';
import { type Engine, keys } from './engine.js';
import type { Found, Wanted } from './page.js';

/** Somebody in front of the demo, whichever engine shows it. */
export class Person {
  readonly #engine: Engine;
  readonly #script: string;

  /** `script` is what `page.ts` is, built. */
  constructor(engine: Engine, script: string) {
    this.#engine = engine;
    this.#script = script;
  }

  /** Opens the demo anew; its files are as they were left. */
  async opens(url: string): Promise<void> {
    await this.#engine.goto(`${url}/?pace=instant`);
    await this.#engine.evaluate(`(() => { ${this.#script}; return true; })()`);
    await this.finds({ role: 'textbox', name: 'Message' });
  }

  async says(text: string): Promise<void> {
    await this.clicks('textbox', 'Message');
    await this.presses(text + keys.Enter);
  }

  /** Presses a letter at a card until it answers: half a second after the focus came, and after a letter that came too early. */
  async answersBy(letter: string, shows: RegExp): Promise<void> {
    await this.#until(async () => {
      await this.presses(letter);
      await vi.waitFor(async () => expect(await this.#text()).toMatch(shows), { timeout: 700, interval: 50 });
    });
  }

  presses(characters: string, held?: string): Promise<void> {
    return this.#engine.press(characters, held);
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
    await this.#engine.click({ x, y });
  }

  /** Waits until there is such an element, and it is as it should be. */
  async finds(wanted: Wanted, check: (found: Found) => boolean = () => true): Promise<Found> {
    return await this.#until(async () => {
      const found = (await this.#engine.evaluate(`flowPage.find(${JSON.stringify(wanted)})`)) as Found | null;
      if (found === null || !check(found)) {
        throw new Error(`No such ${wanted.role} '${wanted.name}': ${JSON.stringify(found)}\n${await this.#text()}`);
      }
      return found;
    });
  }

  async reads(text: string | RegExp): Promise<void> {
    await this.#until(async () => expect(await this.#text()).toMatch(text));
  }

  /** Whether the page threw anything. */
  async sawNoError(): Promise<void> {
    expect(await this.#engine.evaluate('flowPage.errors')).toEqual([]);
  }

  async #text(): Promise<string> {
    return String(await this.#engine.evaluate('flowPage.text()'));
  }

  #until<T>(look: () => Promise<T>): Promise<T> {
    return vi.waitFor(look, { timeout: 20_000, interval: 50 });
  }
}

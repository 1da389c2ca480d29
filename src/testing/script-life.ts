import type { AgentRun } from '../agent/run/agent.js';
import type { RunJournal } from '../agent/run/journal.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { ScriptLife } from './journal-scripts.js';

interface LifeOptions {
  readonly endsAt: number | undefined;
  readonly begins: number;
  readonly effects: string[];
  readonly notes: Map<string, unknown[]>;
  readonly parked: number;
}

/** A life that ends at a moment: everything that it still waits for never comes. */
export class Life implements ScriptLife {
  readonly moments: string[] = [];
  readonly asked: string[] = [];
  readonly parked: number;
  readonly #options: LifeOptions;
  #isOver = false;
  #end: () => void = () => {};
  #turns = 0;

  constructor(options: LifeOptions) {
    this.#options = options;
    this.parked = options.parked;
  }

  readonly effect = async (name: string): Promise<string> => {
    await this.#pass();
    this.#options.effects.push(name);
    return `did ${name}`;
  };

  readonly hasEffect = (name: string): boolean => this.#options.effects.includes(name);

  readonly delay = async (): Promise<void> => {
    // In an order that differs from life to life.
    const turns = ((this.#turns++ + 1) * 7 + this.#options.begins / 1_000_000) % 5;
    for (let turn = 0; turn <= turns; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    await this.#pass();
  };

  readonly now = (): number => this.#options.begins + this.#turns;

  readonly note = (name: string, value: unknown): void => {
    this.#options.notes.set(name, [...(this.#options.notes.get(name) ?? []), value]);
  };

  /** A journal that this life may end before and after each of its writes. */
  watched(journal: RunJournal): RunJournal {
    return {
      step: async (key, work, options) => {
        if (!this.#isOver) this.asked.push(key);
        await this.#reach(`before '${key}'`);
        const value = await journal.step(
          key,
          async (attempt) => {
            await this.#reach(`at the start of '${key}'`);
            const made = await work(attempt);
            await this.#reach(`before '${key}' is kept`);
            return made;
          },
          options,
        );
        await this.#reach(`after '${key}'`);
        return value;
      },
    };
  }

  /** Lives until the run or the life is over. */
  async live(
    run: AgentRun<unknown>,
  ): Promise<{ readonly outcome: RunOutcome<unknown> | undefined; readonly events: readonly RunEvent[] }> {
    const events: RunEvent[] = [];
    const heard = (async () => {
      for await (const event of run) if (!this.#isOver) events.push(event);
      return await run.outcome;
    })();
    const end = new Promise<undefined>((resolve) => {
      this.#end = () => resolve(undefined);
    });
    const outcome = await Promise.race([heard, end]);
    if (outcome === undefined) run.leave?.();
    return { outcome, events };
  }

  async #reach(moment: string): Promise<void> {
    await this.#pass();
    this.moments.push(moment);
    if (this.moments.length - 1 !== this.#options.endsAt) return;
    this.#isOver = true;
    this.#end();
    await this.#pass();
  }

  async #pass(): Promise<void> {
    if (this.#isOver) await new Promise(() => {});
  }
}

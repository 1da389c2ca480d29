import type { AgentRun } from '../agent/run/agent.js';
import type { RunJournal } from '../agent/run/journal.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { ScriptContext } from './journal-scripts.js';

interface ScriptActivationOptions {
  /** The index of the moment at which the activation ends. Default: it does not end before the run. */
  readonly endsAt: number | undefined;
  /** The time at its start, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly effects: string[];
  readonly notes: Map<string, unknown[]>;
  readonly parked: number;
}

/** An activation that ends at a given moment: after that, none of its promises settles. */
export class ScriptActivation implements ScriptContext {
  readonly moments: string[] = [];
  /** The keys of the requested steps, in order. */
  readonly stepKeys: string[] = [];
  readonly parked: number;
  readonly #options: ScriptActivationOptions;
  #isOver = false;
  #end: () => void = () => {};
  #turns = 0;

  constructor(options: ScriptActivationOptions) {
    this.#options = options;
    this.parked = options.parked;
  }

  readonly effect = async (name: string): Promise<string> => {
    await this.#blockIfOver();
    this.#options.effects.push(name);
    return `did ${name}`;
  };

  readonly hasEffect = (name: string): boolean => this.#options.effects.includes(name);

  readonly delay = async (): Promise<void> => {
    // The delay depends on the activation, so that calls end in a different order in each one.
    const turns = ((this.#turns++ + 1) * 7 + this.#options.startsAt / 1_000_000) % 5;
    for (let turn = 0; turn <= turns; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    await this.#blockIfOver();
  };

  readonly now = (): number => this.#options.startsAt + this.#turns;

  readonly note = (name: string, value: unknown): void => {
    this.#options.notes.set(name, [...(this.#options.notes.get(name) ?? []), value]);
  };

  /** Wraps a journal so that this activation may end before and after each write. */
  watchJournal(journal: RunJournal): RunJournal {
    return {
      step: async (key, work, options) => {
        if (!this.#isOver) this.stepKeys.push(key);
        await this.#reach(`before '${key}'`);
        const value = await journal.step(
          key,
          async (attempt) => {
            await this.#reach(`at the start of '${key}'`);
            const result = await work(attempt);
            await this.#reach(`before '${key}' is persisted`);
            return result;
          },
          options,
        );
        await this.#reach(`after '${key}'`);
        return value;
      },
    };
  }

  /** Runs until the run or the activation ends. */
  async execute(
    run: AgentRun<unknown>,
  ): Promise<{ readonly outcome: RunOutcome<unknown> | undefined; readonly events: readonly RunEvent[] }> {
    const events: RunEvent[] = [];
    const completed = (async () => {
      for await (const event of run) if (!this.#isOver) events.push(event);
      return await run.outcome;
    })();
    const end = new Promise<undefined>((resolve) => {
      this.#end = () => resolve(undefined);
    });
    const outcome = await Promise.race([completed, end]);
    if (outcome === undefined) run.suspend?.();
    return { outcome, events };
  }

  /** Records a moment, and ends the activation if it is the one to end at. */
  async #reach(moment: string): Promise<void> {
    await this.#blockIfOver();
    this.moments.push(moment);
    if (this.moments.length - 1 !== this.#options.endsAt) return;
    this.#isOver = true;
    this.#end();
    await this.#blockIfOver();
  }

  /** Never resolves after the end of the activation. */
  async #blockIfOver(): Promise<void> {
    if (this.#isOver) await new Promise(() => {});
  }
}

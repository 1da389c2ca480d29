import type { ServedBatch } from '../agent/run-server/batch-record.js';
import type { RunState } from '../agent/run-server/run-record.js';
import type { EventEntry } from '../persistence/runs/event-log.js';
import { WholeTexts } from '../persistence/runs/whole-texts.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import type { GroupWriter, LifeWrite, StepRow } from './group-writer.js';
import { type BellNews, type LiveEvent, toEventBells } from './run-bell.js';

/** How long events wait for something that has to be kept at once, in milliseconds. */
const windowMs = 50;

/** The life of a run that writes. */
export interface WrittenLife {
  readonly runId: string;
  readonly epoch: number;
  /** Whether it goes no further here: then nobody waits for a database that is away. */
  readonly isLeft: () => boolean;
  /** Another life leads the run: what this one still says counts for nothing. */
  readonly onStale: () => void;
}

type Told = { readonly type: 'kept'; readonly entry: EventEntry } | { readonly type: 'live'; readonly event: RunEvent };

/** What is written beside what was told. */
type Beside = Partial<Pick<LifeWrite, 'mark' | 'batch' | 'state'>> & {
  readonly step?: StepRow;
  readonly bell?: BellNews;
};

/**
 * Writes what one life of a run does, in order: its events, each once; its steps, with what was told by then; what it asks; and what became of it. Parts of
 * texts go by with the bell, in their place. Nothing that it is asked to keep ends once another life leads the run.
 */
export class LifeWriter {
  readonly #group: GroupWriter;
  readonly #life: WrittenLife;
  readonly #known: Set<string>;
  readonly #texts: WholeTexts = new WholeTexts();
  #told: Told[] = [];
  #held: StepRow[] = [];
  #serial: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param known the keys of the events that earlier lives have kept. */
  constructor(group: GroupWriter, life: WrittenLife, known: Iterable<string>) {
    this.#group = group;
    this.#life = life;
    this.#known = new Set(known);
    this.#serial = this.#known.size;
  }

  tell(event: RunEvent): void {
    for (const entry of this.#texts.take(event)) {
      if (this.#known.has(entry.key)) continue;
      this.#known.add(entry.key);
      this.#told.push({ type: 'kept', entry });
    }
    if (isDelta(event)) this.#told.push({ type: 'live', event });
    this.#wait();
  }

  /** A step that is kept with whatever is kept next. */
  hold(step: StepRow): void {
    this.#held.push(step);
    this.#wait();
  }

  /** Resolves once the steps that were held are kept. */
  async keepHeld(): Promise<void> {
    await (this.#held.length > 0 ? this.#write({}) : this.#written);
  }

  async keep(step: StepRow): Promise<void> {
    await this.#write({ step });
  }

  /** A step is about to have an effect. One that was marked before stays so. */
  async mark(key: string, at: number): Promise<void> {
    await this.#write({ mark: { key, at } });
  }

  async ask(batch: ServedBatch): Promise<void> {
    const { runId, batchId } = batch;
    await this.#write({ batch, bell: { type: 'batch', runId, batchId } });
  }

  /** What became of this life: it says nothing more. */
  async end(state: RunState): Promise<void> {
    const isOver = state.type === 'ended' || state.type === 'stuck';
    await this.#write({ state, ...(isOver ? { bell: { type: 'over', runId: this.#life.runId } } : {}) });
  }

  /** It could not keep something, and says no more than that people have to look: its next life tells the rest. */
  async breakOff(why: string): Promise<void> {
    const { runId, epoch, isLeft } = this.#life;
    const state = { type: 'stuck', why } as const;
    await this.#group.write({ runId, epoch, events: [], steps: [], state, news: [{ type: 'over', runId }] }, isLeft);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#write({}).catch(() => {}), windowMs); // whatever is kept next hears of it
  }

  async #write({ step, bell, ...beside }: Beside): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { runId, epoch, isLeft, onStale } = this.#life;
    const held = this.#held.splice(0);
    const { events, news } = this.#takeTold();
    const steps = step === undefined ? held : [...held, step];
    const write = { runId, epoch, events, steps, ...beside, news: bell === undefined ? news : [...news, bell] };
    // One after the other: what comes after something that could not be kept is not kept either, which would leave a gap.
    this.#written = this.#written.then(async () => {
      if ((await this.#group.write(write, isLeft)) === 'kept') return;
      onStale();
      await new Promise(() => {});
    });
    await this.#written;
  }

  #takeTold(): Pick<LifeWrite, 'events' | 'news'> {
    const from = this.#serial;
    const events: LifeWrite['events'][number][] = [];
    const live: LiveEvent[] = [];
    for (const one of this.#told.splice(0)) {
      if (one.type === 'live') live.push({ after: this.#serial - 1, event: one.event });
      else events.push({ serial: this.#serial++, key: one.entry.key, event: JSON.stringify(one.entry.event) });
    }
    if (events.length === 0 && live.length === 0) return { events, news: [] };
    return { events, news: toEventBells({ runId: this.#life.runId, from, to: this.#serial - 1 }, live) };
  }
}

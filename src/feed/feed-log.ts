import { hideSecrets } from '../approval/redaction/secret-text.js';
import { EventList } from '../conversation/state/event-list.js';
import { isNested } from '../protocol/base/event-keys.js';
import { CallLedger } from '../protocol/ledger/call-ledger.js';
import type { RunEvent } from '../protocol/run-event.js';
import { EventSecrets } from './event-secrets.js';
import { FeedGroups } from './feed-groups.js';
import type { FeedKind, FeedPatch, FeedRow, NewFeedRow } from './feed-row.js';
import { FeedTotals } from './feed-totals.js';
import { withoutMarkdown } from './plain-line.js';

/** The length at which a growing text is cut in its row. Its events contain all of it. */
const detailLimit = 160;
/** The length of a growing text that is stored: a secret can only be recognised as a whole. */
const textLimit = detailLimit + 512;

type OpenPlaces = Readonly<Record<'live' | 'wait', Set<number>>>;

/** The end of a run, in words. */
export interface FeedEnd {
  readonly id: string;
  readonly words: string;
}

/**
 * The lines so far, and where later events find theirs. A line that changes is replaced, so that others stay who they
 * are.
 */
export class FeedLog {
  readonly totals: FeedTotals = new FeedTotals();
  /** The secrets that no row shows. */
  readonly secrets: EventSecrets = new EventSecrets();
  readonly calls: CallLedger = new CallLedger();
  /** The end of the last outermost run, for announcements. */
  ended: FeedEnd = { id: '', words: '' };
  /** The places of lines that began or changed, oldest first: who reads on from where they were finds what is new. */
  readonly touched: number[] = [];
  readonly #rows: FeedRow[] = [];
  /** Growing texts as they are, by the place of their line. */
  readonly #texts = new Map<number, string>();
  #known: readonly string[] = this.secrets.texts;
  readonly #places = new Map<string, number>();
  readonly groups: FeedGroups = new FeedGroups(this.#places);
  readonly #titles = new Map<string, string>();
  readonly #marks = new Map<string, number>();
  readonly #sizes = new Map<string, number>();
  readonly #tokens = new Map<string, readonly [number, number]>();
  /** The places of rows that are still open, by run and agent, so that the end of a run looks only at these. */
  readonly #open = new Map<string, Map<string, OpenPlaces>>();
  #longest = 0;

  /** The number of rows. */
  get length(): number {
    return this.#rows.length;
  }

  /** The longest duration of a model's or a tool's work, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  /** The line at a place. */
  at(place: number): FeedRow | undefined {
    return this.#rows[place];
  }

  /** A name for what an event is about, unique over runs and agents. */
  key(event: RunEvent, name: string): string {
    return this.groups.key(event, name);
  }

  /** The same within one run of an agent. */
  runKey(event: RunEvent, name: string): string {
    return this.groups.runKey(event, name);
  }

  /** The same within the current step of that run. */
  stepKey(event: RunEvent, name: string): string {
    return this.groups.stepKey(event, name);
  }

  row(key: string): FeedRow | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#rows[place];
  }

  /** Begins a line. */
  add(key: string, event: RunEvent, { topic = 'run', ...line }: NewFeedRow): void {
    const agent = isNested(event) ? { agent: event.agentPath.slice(1).join(' › ') } : {};
    const place = this.#rows.length;
    const parent = this.#rows[this.groups.of(event, key) ?? -1];
    this.#places.set(key, place);
    const told = this.#clean(line);
    const row = { key: `${key} ${event.seq}`, place, at: event.at, topic, events: [event], ...agent, ...told };
    if (parent === undefined) this.#set(event, { ...row, depth: 0 });
    else {
      if (parent.isGroup === undefined) this.#set(event, { ...parent, isGroup: true });
      this.#set(event, { ...row, parent: parent.place, depth: parent.depth + 1 });
    }
  }

  /** Adds an event to its line; tells whether there is one. */
  grow(key: string, event: RunEvent, patch: FeedPatch = {}): boolean {
    const row = this.row(key);
    if (row === undefined) return false;
    this.#set(event, { ...row, ...this.#clean(patch), events: EventList.grow(row.events, [event]) });
    return true;
  }

  /** Changes what a line says because of an event that belongs to another. */
  patch(key: string, event: RunEvent, patch: FeedPatch): void {
    const row = this.row(key);
    if (row !== undefined) this.#set(event, { ...row, ...this.#clean(patch) });
  }

  /** Lets a line's quiet text grow. */
  append(key: string, event: RunEvent, delta: string): void {
    const place = this.#places.get(key);
    const text = place === undefined ? '' : (this.#texts.get(place) ?? '');
    if (place === undefined || text.length >= textLimit) {
      this.grow(key, event);
      return;
    }
    const next = `${text}${delta}`.slice(0, textLimit);
    this.#texts.set(place, next);
    this.grow(key, event, { detail: this.#detailOf(next) });
  }

  /** Takes from lines of before what has turned out to be a secret since. */
  tidy(): void {
    if (this.#known === this.secrets.texts) return;
    this.#known = this.secrets.texts;
    for (const [place, row] of this.#rows.entries()) {
      const text = this.#texts.get(place);
      const told = this.#clean({ ...row, ...(text === undefined ? {} : { detail: this.#detailOf(text) }) });
      const isSame = told.words === row.words && told.detail === row.detail && `${told.notes}` === `${row.notes}`;
      if (isSame) continue;
      this.#rows[place] = { ...row, ...told };
      this.touched.push(place);
    }
  }

  /** Counts what a line has grown by, and gives the sum. */
  measure(key: string, size: number): number {
    const sum = (this.#sizes.get(key) ?? 0) + size;
    this.#sizes.set(key, sum);
    return sum;
  }

  /** Changes a line, or begins it. */
  put(key: string, event: RunEvent, row: NewFeedRow): void {
    const { topic: _, ...patch } = row;
    if (!this.grow(key, event, patch)) this.add(key, event, row);
  }

  /** Lets the time of a line count from here. */
  mark(key: string, at: number): void {
    this.#marks.set(key, at);
  }

  /** Milliseconds since a line began to count. */
  since(key: string, event: RunEvent): number {
    return event.at - (this.#marks.get(key) ?? this.row(key)?.at ?? event.at);
  }

  /** Ends a line; tells whether there is one. */
  end(key: string, event: RunEvent, patch: FeedPatch): boolean {
    return this.grow(key, event, { duration: this.since(key, event), ...patch });
  }

  /** Marks lines of an agent whose run is over as no longer going on; with the outermost run all in it are over. */
  settle(end: RunEvent, kinds: readonly (keyof OpenPlaces)[]): void {
    const all = !isNested(end) ? this.#open.get(end.runId)?.values() : undefined;
    for (const open of all ?? [this.#openOf(end)]) {
      for (const kind of kinds) {
        for (const place of open[kind]) {
          const row = this.#rows[place];
          if (row === undefined) continue;
          this.#rows[place] = { ...row, kind: 'note' };
          this.touched.push(place);
        }
        open[kind].clear();
      }
    }
  }

  /** Remembers what a call is called: its title, or before it has one its tool's name in words. */
  nameCall(event: RunEvent, toolCallId: string, title: string): void {
    this.#titles.set(this.key(event, toolCallId), title);
  }

  titleOf(event: RunEvent, toolCallId: string): string {
    return this.#titles.get(this.key(event, toolCallId)) ?? toolCallId;
  }

  /** Tokens since the last report: events carry the sum of the run. */
  newTokens(event: RunEvent, input: number, output: number): readonly [number, number] {
    const key = this.runKey(event, 'tokens');
    const [before, after] = this.#tokens.get(key) ?? [0, 0];
    this.#tokens.set(key, [input, output]);
    return [input - before, output - after];
  }

  #detailOf(text: string): string {
    return withoutMarkdown(this.hide(text)).replace(/\s+/g, ' ').slice(0, detailLimit);
  }

  /** Returns the text of a row without secrets. */
  #clean<T extends FeedPatch>(told: T): T {
    const { words, title, detail, notes } = told;
    return {
      ...told,
      ...(notes === undefined ? {} : { notes: notes.map((note) => this.hide(note)) }),
      ...(words === undefined ? {} : { words: this.hide(words) }),
      ...(title === undefined ? {} : { title: this.hide(title) }),
      ...(detail === undefined ? {} : { detail: this.hide(detail) }),
    };
  }

  /** A text without secrets. */
  hide(text: string): string {
    return hideSecrets(text, this.secrets.texts).text;
  }

  #set(event: RunEvent, row: FeedRow): void {
    const { place, kind, duration = 0, topic, spent } = row;
    const last = this.#rows[place];
    const before = last?.kind;
    this.#rows[place] = row;
    this.touched.push(place);
    this.totals.count(last, row);
    if ((topic === 'model' || topic === 'tools') && spent !== 'wait') this.#longest = Math.max(this.#longest, duration);
    if (before === kind) return;
    const open = this.#openOf(event);
    if (before !== undefined && isOpenKind(before)) open[before].delete(place);
    if (isOpenKind(kind)) open[kind].add(place);
  }

  #openOf({ runId, agentPath }: RunEvent): OpenPlaces {
    const agents = this.#open.get(runId) ?? new Map<string, OpenPlaces>();
    this.#open.set(runId, agents);
    const path = JSON.stringify(agentPath);
    const open = agents.get(path) ?? { live: new Set(), wait: new Set() };
    agents.set(path, open);
    return open;
  }
}

function isOpenKind(kind: FeedKind): kind is keyof OpenPlaces {
  return kind === 'live' || kind === 'wait';
}

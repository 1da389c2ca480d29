import type { RunEvent } from '../../protocol/run-event.js';
import { EventList } from '../../store/event-list.js';
import type { FeedKind, FeedPatch, FeedRow } from './feed-row.js';

/** How much of a growing text a line keeps: it shows the beginning, and the whole stands in its events. */
const detailLimit = 160;

type NewRow = Pick<FeedRow, 'kind' | 'words' | 'detail' | 'duration'>;

type OpenPlaces = Readonly<Record<'live' | 'wait', Set<number>>>;

/** The lines so far, and where later events find theirs. A line that changes is replaced, so that others stay who they are. */
export class FeedLog {
  readonly #rows: FeedRow[] = [];
  readonly #places = new Map<string, number>();
  readonly #toolNames = new Map<string, string>();
  readonly #steps = new Map<string, number>();
  readonly #marks = new Map<string, number>();
  readonly #tokens = new Map<string, readonly [number, number]>();
  /** Where lines are that go on or wait, by run and agent: a run's end looks at no others. */
  readonly #open = new Map<string, Map<string, OpenPlaces>>();

  /** How many lines there are. */
  get length(): number {
    return this.#rows.length;
  }

  /** The last so many lines, oldest first. */
  newest(count: number): readonly FeedRow[] {
    return this.#rows.slice(Math.max(0, this.#rows.length - count));
  }

  /** A name for what an event is about, unique over runs and agents. */
  key(event: RunEvent, name: string): string {
    return `${event.runId} ${event.agentPath.join('/')} ${name}`;
  }

  /** The same within the current step. */
  stepKey(event: RunEvent, name: string): string {
    return this.key(event, `${this.#steps.get(this.key(event, 'step')) ?? 0} ${name}`);
  }

  row(key: string): FeedRow | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#rows[place];
  }

  add(key: string, event: RunEvent, row: NewRow): void {
    const agent = event.agentPath.length > 1 ? { agent: event.agentPath.slice(1).join(' › ') } : {};
    const place = this.#rows.length;
    this.#places.set(key, place);
    this.#set(place, event, { key: `${key} ${event.seq}`, at: event.at, events: [event], ...agent, ...row });
  }

  /** Adds an event to its line; tells whether there is one. */
  grow(key: string, event: RunEvent, patch: FeedPatch = {}): boolean {
    const place = this.#places.get(key);
    const row = place === undefined ? undefined : this.#rows[place];
    if (place === undefined || row === undefined) return false;
    this.#set(place, event, { ...row, ...patch, events: EventList.grow(row.events, [event]) });
    return true;
  }

  /** Lets a line's quiet text grow. */
  append(key: string, event: RunEvent, delta: string): void {
    const detail = this.row(key)?.detail ?? '';
    const next = detail.length < detailLimit ? `${detail}${delta}`.replace(/\s+/g, ' ').slice(0, detailLimit) : detail;
    this.grow(key, event, { detail: next });
  }

  /** Changes a line, or begins it. */
  put(key: string, event: RunEvent, row: NewRow): void {
    if (!this.grow(key, event, row)) this.add(key, event, row);
  }

  /** Lets the time of a line count from here. */
  mark(key: string, at: number): void {
    this.#marks.set(key, at);
  }

  /** Ends a line; tells whether there is one. */
  end(key: string, event: RunEvent, patch: FeedPatch): boolean {
    const begun = this.#marks.get(key) ?? this.row(key)?.at ?? event.at;
    return this.grow(key, event, { duration: event.at - begun, ...patch });
  }

  /** Marks lines of an agent whose run is over as no longer going on; with the outermost run all in it are over. */
  settle(end: RunEvent, kinds: readonly (keyof OpenPlaces)[]): void {
    const all = end.agentPath.length === 1 ? this.#open.get(end.runId)?.values() : undefined;
    for (const open of all ?? [this.#openOf(end)]) {
      for (const kind of kinds) {
        for (const place of open[kind]) {
          const row = this.#rows[place];
          if (row !== undefined) this.#rows[place] = { ...row, kind: 'note' };
        }
        open[kind].clear();
      }
    }
  }

  beginStep(event: RunEvent, step: number): void {
    this.#steps.set(this.key(event, 'step'), step);
  }

  nameTool(event: RunEvent, toolCallId: string, toolName: string): void {
    this.#toolNames.set(this.key(event, toolCallId), toolName);
  }

  toolName(event: RunEvent, toolCallId: string): string {
    return this.#toolNames.get(this.key(event, toolCallId)) ?? toolCallId;
  }

  /** Tokens since the last report: events carry the sum of the run. */
  newTokens(event: RunEvent, input: number, output: number): readonly [number, number] {
    const key = this.key(event, 'tokens');
    const [before, after] = this.#tokens.get(key) ?? [0, 0];
    this.#tokens.set(key, [input, output]);
    return [input - before, output - after];
  }

  #set(place: number, event: RunEvent, row: FeedRow): void {
    const before = this.#rows[place]?.kind;
    this.#rows[place] = row;
    if (before === row.kind) return;
    const open = this.#openOf(event);
    if (before !== undefined && isOpen(before)) open[before].delete(place);
    if (isOpen(row.kind)) open[row.kind].add(place);
  }

  #openOf({ runId, agentPath }: RunEvent): OpenPlaces {
    const agents = this.#open.get(runId) ?? new Map<string, OpenPlaces>();
    this.#open.set(runId, agents);
    const path = agentPath.join('/');
    const open = agents.get(path) ?? { live: new Set(), wait: new Set() };
    agents.set(path, open);
    return open;
  }
}

function isOpen(kind: FeedKind): kind is keyof OpenPlaces {
  return kind === 'live' || kind === 'wait';
}

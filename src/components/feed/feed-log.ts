import type { RunEvent } from '../../protocol/run-event.js';
import type { FeedKind, FeedPatch, FeedRow } from './feed-row.js';

/** How much of a growing text a line keeps: it shows the beginning, and the whole stands in its events. */
const detailLimit = 160;

type NewRow = Pick<FeedRow, 'kind' | 'words' | 'detail' | 'duration'>;

/** The lines so far, and where later events find theirs. Lives for one projection. */
export class FeedLog {
  readonly #rows: FeedRow[] = [];
  readonly #places = new Map<string, number>();
  readonly #toolNames = new Map<string, string>();
  readonly #steps = new Map<string, number>();
  readonly #marks = new Map<string, number>();
  readonly #tokens = new Map<string, readonly [number, number]>();

  get rows(): readonly FeedRow[] {
    return this.#rows;
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
    this.#places.set(key, this.#rows.length);
    this.#rows.push({ key: `${key} ${event.seq}`, at: event.at, events: [event], ...agent, ...row });
  }

  /** Adds an event to its line; tells whether there is one. */
  grow(key: string, event: RunEvent, patch: FeedPatch = {}): boolean {
    const place = this.#places.get(key);
    const row = place === undefined ? undefined : this.#rows[place];
    if (place === undefined || row === undefined) return false;
    this.#rows[place] = { ...row, ...patch };
    (row.events as RunEvent[]).push(event); // made by add(), and nobody else has seen it yet
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

  /** Marks lines of a run that is over as no longer going on. */
  settle(runId: string, kinds: readonly FeedKind[]): void {
    for (const [place, row] of this.#rows.entries()) {
      if (row.events[0]?.runId === runId && kinds.includes(row.kind)) this.#rows[place] = { ...row, kind: 'note' };
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
}

import { hideSecrets } from '../approval/redaction/secret-text.js';
import { EventList } from '../conversation/state/event-list.js';
import { agentKeyOf, isNested } from '../protocol/base/event-keys.js';
import { CallLedger } from '../protocol/ledger/call-ledger.js';
import type { RunEvent } from '../protocol/run-event.js';
import { EventSecrets } from './event-secrets.js';
import { FeedGroups } from './feed-groups.js';
import type { FeedKind, FeedPatch, FeedRow, NewFeedRow } from './feed-row.js';
import { FeedTotals } from './feed-totals.js';
import { withoutMarkdown } from './plain-line.js';

/** The number of characters of a streamed text that its row shows. The events contain the whole text. */
const detailLimit = 160;
/** The number of characters that are stored for it. More than are shown, because only a whole secret is recognized. */
const textLimit = detailLimit + 512;

/** The positions of rows that are in progress (`live`) or wait for people. */
type OpenPositions = Readonly<Record<'live' | 'wait', Set<number>>>;

/** The end of a run, in words. */
export interface FeedEnd {
  readonly id: string;
  readonly words: string;
}

/**
 * The rows of a feed, and the keys under which later events find their row. A row is never modified: a change puts
 * another object in its place, so that unchanged rows do not render again.
 */
export class FeedLog {
  readonly totals: FeedTotals = new FeedTotals();
  /** The secrets in the events. They are redacted in all rows. */
  readonly secrets: EventSecrets = new EventSecrets();
  readonly calls: CallLedger = new CallLedger();
  /** The end of the last run of the outermost agent, for announcements. */
  lastRunEnd: FeedEnd = { id: '', words: '' };
  /** The positions of rows in the order in which they were added or changed. A view reads on from its last index. */
  readonly changed: number[] = [];
  readonly #rows: FeedRow[] = [];
  /** Streamed texts without redaction, by the position of their row. */
  readonly #texts = new Map<number, string>();
  /** The secrets that are redacted in all rows so far. */
  #hiddenSecrets: readonly string[] = this.secrets.texts;
  /** The positions of rows, by key. */
  readonly #positions = new Map<string, number>();
  readonly groups: FeedGroups = new FeedGroups(this.#positions);
  readonly #titles = new Map<string, string>();
  /** The times from which the durations of rows count, by key. */
  readonly #timers = new Map<string, number>();
  /** The lengths of streamed inputs, by key. */
  readonly #lengths = new Map<string, number>();
  /** The input and output tokens that each run last reported. */
  readonly #tokens = new Map<string, readonly [number, number]>();
  /** The positions of open rows, by run and agent, so that the end of a run does not search all rows. */
  readonly #open = new Map<string, Map<string, OpenPositions>>();
  #longest = 0;

  /** The number of rows. */
  get length(): number {
    return this.#rows.length;
  }

  /** The longest duration of a model request or a tool call, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  rowAt(position: number): FeedRow | undefined {
    return this.#rows[position];
  }

  /** Returns the key of a row: `name`, unique within the event's agent in the event's run. */
  key(event: RunEvent, name: string): string {
    return this.groups.key(event, name);
  }

  /** Returns the key of a row, unique within one run of the agent. A sub-agent can run several times at once. */
  runKey(event: RunEvent, name: string): string {
    return this.groups.runKey(event, name);
  }

  /** Returns the key of a row, unique within the current step of that run. */
  stepKey(event: RunEvent, name: string): string {
    return this.groups.stepKey(event, name);
  }

  findRow(key: string): FeedRow | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#rows[position];
  }

  addRow(key: string, event: RunEvent, { topic = 'run', ...texts }: NewFeedRow): void {
    const agent = isNested(event) ? { agent: event.agentPath.slice(1).join(' › ') } : {};
    const position = this.#rows.length;
    const parent = this.#rows[this.groups.parentOf(event, key) ?? -1];
    this.#positions.set(key, position);
    const redacted = this.#redact(texts);
    const row = { key: `${key} ${event.seq}`, position, at: event.at, topic, events: [event], ...agent, ...redacted };
    if (parent === undefined) this.#set(event, { ...row, depth: 0 });
    else {
      if (parent.isGroup === undefined) this.#set(event, { ...parent, isGroup: true });
      this.#set(event, { ...row, parent: parent.position, depth: parent.depth + 1 });
    }
  }

  /** Adds an event to its row and changes the row. Returns `false` if the row does not exist. */
  addEvent(key: string, event: RunEvent, patch: FeedPatch = {}): boolean {
    const row = this.findRow(key);
    if (row === undefined) return false;
    this.#set(event, { ...row, ...this.#redact(patch), events: EventList.grow(row.events, [event]) });
    return true;
  }

  /** Changes a row because of an event that belongs to another row. */
  patchRow(key: string, event: RunEvent, patch: FeedPatch): void {
    const row = this.findRow(key);
    if (row !== undefined) this.#set(event, { ...row, ...this.#redact(patch) });
  }

  /** Appends to the detail of a row. */
  appendText(key: string, event: RunEvent, delta: string): void {
    const position = this.#positions.get(key);
    const text = position === undefined ? '' : (this.#texts.get(position) ?? '');
    if (position === undefined || text.length >= textLimit) {
      this.addEvent(key, event);
      return;
    }
    const next = `${text}${delta}`.slice(0, textLimit);
    this.#texts.set(position, next);
    this.addEvent(key, event, { detail: this.#detailOf(next) });
  }

  /** Redacts, in the rows so far, secrets that later events revealed. */
  hideNewSecrets(): void {
    if (this.#hiddenSecrets === this.secrets.texts) return;
    this.#hiddenSecrets = this.secrets.texts;
    for (const [position, row] of this.#rows.entries()) {
      const text = this.#texts.get(position);
      const next = this.#redact({ ...row, ...(text === undefined ? {} : { detail: this.#detailOf(text) }) });
      const isSame = next.words === row.words && next.detail === row.detail && `${next.notes}` === `${row.notes}`;
      if (isSame) continue;
      this.#rows[position] = { ...row, ...next };
      this.changed.push(position);
    }
  }

  /** Adds to the length of a streamed input. Returns the total. */
  addLength(key: string, length: number): number {
    const total = (this.#lengths.get(key) ?? 0) + length;
    this.#lengths.set(key, total);
    return total;
  }

  /** Adds an event to its row, or adds the row. An existing row keeps its topic. */
  upsertRow(key: string, event: RunEvent, row: NewFeedRow): void {
    const { topic: _, ...patch } = row;
    if (!this.addEvent(key, event, patch)) this.addRow(key, event, row);
  }

  /** Restarts the duration of a row at a time. By default it counts from the first event of the row. */
  startTimer(key: string, at: number): void {
    this.#timers.set(key, at);
  }

  /** Returns the duration of a row up to an event, in milliseconds. */
  elapsed(key: string, event: RunEvent): number {
    return event.at - (this.#timers.get(key) ?? this.findRow(key)?.at ?? event.at);
  }

  /** Adds the last event of a row, with its duration. Returns `false` if the row does not exist. */
  endRow(key: string, event: RunEvent, patch: FeedPatch): boolean {
    return this.addEvent(key, event, { duration: this.elapsed(key, event), ...patch });
  }

  /**
   * Turns the open rows of an ended run into notes: those of its agent or, when the outermost run ends, those of all
   * agents.
   */
  closeOpenRows(end: RunEvent, kinds: readonly (keyof OpenPositions)[]): void {
    const all = !isNested(end) ? this.#open.get(end.runId)?.values() : undefined;
    for (const open of all ?? [this.#openOf(end)]) {
      for (const kind of kinds) {
        for (const position of open[kind]) {
          const row = this.#rows[position];
          if (row === undefined) continue;
          this.#rows[position] = { ...row, kind: 'note' };
          this.changed.push(position);
        }
        open[kind].clear();
      }
    }
  }

  /** Sets the title of a call. Before it has one, callers pass the name of its tool. */
  nameCall(event: RunEvent, toolCallId: string, title: string): void {
    this.#titles.set(this.key(event, toolCallId), title);
  }

  titleOf(event: RunEvent, toolCallId: string): string {
    return this.#titles.get(this.key(event, toolCallId)) ?? toolCallId;
  }

  /** Returns the tokens since the last report of a run. Events carry the totals of the run. */
  newTokens(event: RunEvent, input: number, output: number): readonly [number, number] {
    const key = this.runKey(event, 'tokens');
    const [lastInput, lastOutput] = this.#tokens.get(key) ?? [0, 0];
    this.#tokens.set(key, [input, output]);
    return [input - lastInput, output - lastOutput];
  }

  #detailOf(text: string): string {
    return withoutMarkdown(this.hide(text)).replace(/\s+/g, ' ').slice(0, detailLimit);
  }

  /** Redacts secrets in all texts of a row. */
  #redact<T extends FeedPatch>(patch: T): T {
    const { words, title, detail, notes } = patch;
    return {
      ...patch,
      ...(notes === undefined ? {} : { notes: notes.map((note) => this.hide(note)) }),
      ...(words === undefined ? {} : { words: this.hide(words) }),
      ...(title === undefined ? {} : { title: this.hide(title) }),
      ...(detail === undefined ? {} : { detail: this.hide(detail) }),
    };
  }

  /** Returns a text without the secrets. */
  hide(text: string): string {
    return hideSecrets(text, this.secrets.texts).text;
  }

  #set(event: RunEvent, row: FeedRow): void {
    const { position, kind, duration = 0, topic, spent } = row;
    const last = this.#rows[position];
    const before = last?.kind;
    this.#rows[position] = row;
    this.changed.push(position);
    this.totals.countProblem(last, row);
    if ((topic === 'model' || topic === 'tools') && spent !== 'wait') this.#longest = Math.max(this.#longest, duration);
    if (before === kind) return;
    const open = this.#openOf(event);
    if (before !== undefined && isOpenKind(before)) open[before].delete(position);
    if (isOpenKind(kind)) open[kind].add(position);
  }

  #openOf(event: RunEvent): OpenPositions {
    const agents = this.#open.get(event.runId) ?? new Map<string, OpenPositions>();
    this.#open.set(event.runId, agents);
    // A sub-agent may have several runs at the same time, one for each of its calls.
    const key = agentKeyOf(event);
    const open = agents.get(key) ?? { live: new Set(), wait: new Set() };
    agents.set(key, open);
    return open;
  }
}

function isOpenKind(kind: FeedKind): kind is keyof OpenPositions {
  return kind === 'live' || kind === 'wait';
}

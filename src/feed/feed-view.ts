import type { FeedLog } from './feed-log.js';
import type { FeedRow } from './feed-row.js';

/** The filter and the folded groups of a view. Passing another object rebuilds the view. */
export interface FeedViewOptions {
  /** Returns `true` for rows to show. If missing, all rows are shown. */
  readonly matches?: ((row: FeedRow) => boolean) | undefined;
  /** The keys of groups whose rows are hidden. A filter ignores this, so that all matches are visible. */
  readonly folded: ReadonlySet<string>;
}

/** The visible rows, each below the row that contains it. When the log has grown, it reads only the changed rows. */
export class FeedView {
  #log: FeedLog | undefined;
  #options: FeedViewOptions | undefined;
  /** The number of changes of the log that the view has read. */
  #seen = 0;
  /** The number of rows that the log had then. */
  #count = 0;
  /** The positions of the visible rows, in the order in which they are shown. */
  #order: number[] = [];
  #shown: Set<number> = new Set();
  /** `true` if the row matches, by position. */
  #matching: boolean[] = [];
  #epoch = 0;

  /** Updates the view to the current log. */
  read(log: FeedLog, options: FeedViewOptions): this {
    if (log !== this.#log || options !== this.#options || !this.#readNewRows(log, options)) this.#rebuild(log, options);
    this.#log = log;
    this.#options = options;
    this.#seen = log.changed.length;
    this.#count = log.length;
    return this;
  }

  /** The number of visible rows. */
  get length(): number {
    return this.#order.length;
  }

  /** A number that changes when visible rows may have moved. Rows that are added at the end do not change it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Returns the visible row at an index. */
  row(index: number): FeedRow | undefined {
    const position = this.#order[index];
    return position === undefined ? undefined : this.#log?.rowAt(position);
  }

  /** Returns the index of a visible row, or -1. */
  indexOf(position: number | undefined): number {
    return position === undefined || !this.#shown.has(position) ? -1 : this.#order.lastIndexOf(position);
  }

  /** Reads the changes of the log. Returns `false` if the view has to be rebuilt. */
  #readNewRows(log: FeedLog, { matches, folded }: FeedViewOptions): boolean {
    for (let index = this.#seen; index < log.changed.length; index++) {
      const position = log.changed[index] ?? 0;
      const row = log.rowAt(position);
      if (row === undefined) continue;
      const isMatch = matches === undefined || matches(row);
      if (position < this.#count || position < this.#matching.length) {
        if (isMatch !== this.#matching[position]) return false;
        continue;
      }
      this.#matching[position] = isMatch;
      if (!isMatch) continue;
      if (matches === undefined ? isFolded(log, row, folded) : false) continue;
      // Its parents have to be shown, too, and have a place among rows that are visible already.
      if (row.parent !== undefined && !this.#shown.has(row.parent)) return false;
      this.#insert(log, row);
    }
    return true;
  }

  #insert(log: FeedLog, row: FeedRow): void {
    this.#shown.add(row.position);
    let index = this.#order.length;
    while (index > 0 && row.parent !== undefined && !isRowInGroup(log, this.#order[index - 1], row.parent)) index--;
    if (index === this.#order.length) this.#order.push(row.position);
    else {
      this.#order.splice(index, 0, row.position);
      this.#epoch++;
    }
  }

  #rebuild(log: FeedLog, { matches, folded }: FeedViewOptions): void {
    const children: (number[] | undefined)[] = [];
    const wanted: boolean[] = [];
    const tops: number[] = [];
    this.#matching = [];
    for (let position = log.length - 1; position >= 0; position--) {
      const row = log.rowAt(position);
      if (row === undefined) continue;
      const isMatch = matches === undefined || matches(row);
      this.#matching[position] = isMatch;
      if (!isMatch && wanted[position] !== true) continue;
      const { parent } = row;
      if (parent === undefined) tops.push(position);
      else {
        wanted[parent] = true;
        children[parent] ??= [];
        children[parent].push(position);
      }
    }
    this.#order = [];
    const open = tops;
    while (open.length > 0) {
      const position = open.pop() ?? 0;
      this.#order.push(position);
      const row = log.rowAt(position);
      // Both lists are ordered from the newest row to the oldest, so pop() returns the oldest.
      if (row !== undefined && (matches !== undefined || !folded.has(row.key))) {
        for (const child of children[position] ?? []) open.push(child);
      }
    }
    this.#shown = new Set(this.#order);
    this.#epoch++;
  }
}

function isFolded(log: FeedLog, row: FeedRow, folded: ReadonlySet<string>): boolean {
  if (folded.size === 0) return false;
  for (let parent = parentRowOf(log, row); parent !== undefined; parent = parentRowOf(log, parent)) {
    if (folded.has(parent.key)) return true;
  }
  return false;
}

function isRowInGroup(log: FeedLog, position: number | undefined, group: number): boolean {
  let row = position === undefined ? undefined : log.rowAt(position);
  while (row !== undefined && row.position > group) row = parentRowOf(log, row);
  return row?.position === group;
}

function parentRowOf(log: FeedLog, row: FeedRow): FeedRow | undefined {
  return row.parent === undefined ? undefined : log.rowAt(row.parent);
}

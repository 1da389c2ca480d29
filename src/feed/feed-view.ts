import type { FeedLog } from './feed-log.js';
import type { FeedRow } from './feed-row.js';

/** The filter and the collapsed groups of a view. Another object rebuilds the view. */
export interface FeedSight {
  /** Returns `true` for rows to show. Without it, all rows are shown. */
  readonly matches?: ((row: FeedRow) => boolean) | undefined;
  /** The keys of groups whose lines are folded away. A filter unfolds them: what it finds is to be seen. */
  readonly folded: ReadonlySet<string>;
}

/** The visible rows, each below the row that contains it. When the log has grown, it reads only the new rows. */
export class FeedView {
  #log: FeedLog | undefined;
  #sight: FeedSight | undefined;
  #seen = 0;
  #count = 0;
  /** Places of lines, in the order in which they are shown. */
  #order: number[] = [];
  #shown: Set<number> = new Set();
  /** By place: true if the row matches. */
  #matching: boolean[] = [];
  #epoch = 0;

  /** Updates the view to the current log. */
  read(log: FeedLog, sight: FeedSight): this {
    if (log !== this.#log || sight !== this.#sight || !this.#goOn(log, sight)) this.#rebuild(log, sight);
    this.#log = log;
    this.#sight = sight;
    this.#seen = log.touched.length;
    this.#count = log.length;
    return this;
  }

  /** The number of visible rows. */
  get length(): number {
    return this.#order.length;
  }

  /** Changes when lines may stand elsewhere than before; that new ones come at the end moves none. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The line that is seen at an index. */
  row(index: number): FeedRow | undefined {
    const place = this.#order[index];
    return place === undefined ? undefined : this.#log?.at(place);
  }

  /** Returns the index of a visible row, or -1. */
  indexOf(place: number | undefined): number {
    return place === undefined || !this.#shown.has(place) ? -1 : this.#order.lastIndexOf(place);
  }

  /** Takes what is new; tells whether that was enough. */
  #goOn(log: FeedLog, { matches, folded }: FeedSight): boolean {
    for (let index = this.#seen; index < log.touched.length; index++) {
      const place = log.touched[index] ?? 0;
      const row = log.at(place);
      if (row === undefined) continue;
      const isMatch = matches === undefined || matches(row);
      if (place < this.#count || place < this.#matching.length) {
        if (isMatch !== this.#matching[place]) return false;
        continue;
      }
      this.#matching[place] = isMatch;
      if (!isMatch) continue;
      if (matches === undefined ? isFolded(log, row, folded) : false) continue;
      // The lines around it come into view as well, among others that have come since.
      if (row.parent !== undefined && !this.#shown.has(row.parent)) return false;
      this.#insert(log, row);
    }
    return true;
  }

  #insert(log: FeedLog, row: FeedRow): void {
    this.#shown.add(row.place);
    let index = this.#order.length;
    while (index > 0 && row.parent !== undefined && !standsIn(log, this.#order[index - 1], row.parent)) index--;
    if (index === this.#order.length) this.#order.push(row.place);
    else {
      this.#order.splice(index, 0, row.place);
      this.#epoch++;
    }
  }

  #rebuild(log: FeedLog, { matches, folded }: FeedSight): void {
    const children: (number[] | undefined)[] = [];
    const wanted: boolean[] = [];
    const tops: number[] = [];
    this.#matching = [];
    for (let place = log.length - 1; place >= 0; place--) {
      const row = log.at(place);
      if (row === undefined) continue;
      const isMatch = matches === undefined || matches(row);
      this.#matching[place] = isMatch;
      if (!isMatch && wanted[place] !== true) continue;
      const { parent } = row;
      if (parent === undefined) tops.push(place);
      else {
        wanted[parent] = true;
        children[parent] ??= [];
        children[parent].push(place);
      }
    }
    this.#order = [];
    const open = tops;
    while (open.length > 0) {
      const place = open.pop() ?? 0;
      this.#order.push(place);
      const row = log.at(place);
      // Both lists run from the newest to the oldest.
      if (row !== undefined && (matches !== undefined || !folded.has(row.key))) {
        for (const child of children[place] ?? []) open.push(child);
      }
    }
    this.#shown = new Set(this.#order);
    this.#epoch++;
  }
}

function isFolded(log: FeedLog, row: FeedRow, folded: ReadonlySet<string>): boolean {
  if (folded.size === 0) return false;
  for (let around = parentRowOf(log, row); around !== undefined; around = parentRowOf(log, around)) {
    if (folded.has(around.key)) return true;
  }
  return false;
}

function standsIn(log: FeedLog, place: number | undefined, group: number): boolean {
  let row = place === undefined ? undefined : log.at(place);
  while (row !== undefined && row.place > group) row = parentRowOf(log, row);
  return row?.place === group;
}

function parentRowOf(log: FeedLog, row: FeedRow): FeedRow | undefined {
  return row.parent === undefined ? undefined : log.at(row.parent);
}

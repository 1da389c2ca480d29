import type { PreviewState } from '../../approval/broker/pending.js';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { readsLikeOther } from '../value/text-kind.js';
import { readValue, scan } from '../value/value-model.js';

/** What a card shows of a call beside its input. */
export interface ShownTexts {
  /** Texts in which a leaf may stand as a word: title, description, facts. */
  readonly texts: readonly string[];
  /** Texts that are drawn whole, as the new side of a difference is. A leaf is one of them or it is not. */
  readonly wholes: readonly string[];
}

/** A stretch of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** More than this nobody compares with a title, or reads as one. */
const most = { leaves: 8, characters: 200, depth: 3, text: 2_000 };

/** What is drawn of a text from its first line on, whichever way it is drawn: no fold hides a part of it. */
const unfolded = { lines: 8, characters: 480, besideOthers: 4 };

/** These go on with a word, a path, an address or a number. */
const joins = String.raw`\p{L}\p{N}\p{M}_\-./\\@~:#%&=+$*?`;
const endsBefore = new RegExp(`(?:^|[^${joins}])$`, 'u');
const beginsAfter = new RegExp(`^(?:$|[^${joins}]|[.:?](?:\\s|$))`, 'u');

/** What a line of text shows as it is. */
const unclear = /^\s|\s$|[\n\r\t]|\s\s/;

/**
 * Whether a card that does not show a call's input still shows all of it: each text, number, yes, no and nothing in it stands verbatim in
 * what else is shown, as a word of its own and in a place of its own. Nothing in it is hidden or marked, and it runs as it is.
 *
 * The names of its own members need not be said: they are the tool's, and so is the title that is made of them. Names further in are the
 * model's, and count like texts.
 *
 * @param shown what else is shown, see {@link shownTexts}.
 */
export function isInputSaid(call: DeferredCall, shown: ShownTexts): boolean {
  const { input, redactions, willRunAs, unchecked } = call;
  if (willRunAs !== undefined || unchecked === true) return false;
  const leaves = leavesOf(input, 0);
  if (leaves === null || leaves.length > most.leaves) return false;
  if (!haveOwnPlaces(leaves, shown)) return false;
  if (shown.texts.some((text) => findDeceptiveText(text, scan).length > 0)) return false;
  const model = readValue(input, { redact: 'secrets', redactions });
  return model.redactions.size === 0 && model.found.length === 0;
}

/**
 * What a card shows of a call beside its input.
 *
 * @param title as it is shown, without secrets.
 */
export function shownTexts(call: DeferredCall, title: string, preview: PreviewState): ShownTexts {
  const { summary, facts = [] } = call;
  const texts = [title, ...(summary === undefined ? [] : [summary]), ...facts];
  if (preview.status !== 'ready') return { texts, wholes: [] };
  const { preview: what } = preview;
  if (what.type === 'text' && isShort(what.text)) return { texts, wholes: [what.text] };
  if (what.type === 'diff' && isDrawnWhole(what)) return { texts, wholes: [what.after] };
  return { texts, wholes: [] };
}

/** Where a text stands in another as a word of its own, from first to last. */
export function wordPlaces(leaf: string, text: string): readonly Place[] {
  const places: Place[] = [];
  if (leaf === '' || leaf.length > most.characters || text.length > most.text || unclear.test(leaf)) return places;
  for (let start = text.indexOf(leaf); start >= 0; start = text.indexOf(leaf, start + leaf.length)) {
    const end = start + leaf.length;
    const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
    if (endsBefore.test(before) && beginsAfter.test(after)) places.push({ start, end });
  }
  return places;
}

/** What has to be said of a value; `null` where no words say it: a list of nothing, or a text that could be taken for a number. */
function leavesOf(value: JSONValue, depth: number): readonly string[] | null {
  if (typeof value === 'string') return readsLikeOther(value) ? null : [value];
  if (typeof value !== 'object' || value === null) return [Object.is(value, -0) ? '-0' : String(value)];
  const members = Array.isArray(value) ? value : Object.values(value as Readonly<Record<string, JSONValue>>);
  if (members.length > most.leaves || depth > most.depth || (members.length === 0 && depth > 0)) return null;
  const names = Array.isArray(value) || depth === 0 ? [] : Object.keys(value);
  const inside = members.map((member) => leavesOf(member, depth + 1));
  return inside.some((leaves) => leaves === null) ? null : [...names, ...inside.flatMap((leaves) => leaves ?? [])];
}

/** One place says one leaf: the same text twice has to stand there twice. The longest are looked for first, since they may hold others. */
function haveOwnPlaces(leaves: readonly string[], { texts, wholes }: ShownTexts): boolean {
  const taken: (Place & { readonly text: number })[] = [];
  const left = [...wholes];
  return [...leaves]
    .sort((one, other) => other.length - one.length)
    .every((leaf) => {
      const whole = left.indexOf(leaf);
      if (whole >= 0) return left.splice(whole, 1).length === 1;
      const places = texts.flatMap((text, at) => wordPlaces(leaf, text).map((place) => ({ ...place, text: at })));
      const free = places.find((place) =>
        taken.every((other) => other.text !== place.text || other.end <= place.start || other.start >= place.end),
      );
      if (free !== undefined) taken.push(free);
      return free !== undefined;
    });
}

/** Unchanged lines far from a change are folded, and each text by itself is, when it is long. */
function isDrawnWhole({ before, after }: { readonly before: string; readonly after: string }): boolean {
  const lines = Math.min(lineCountOf(before), lineCountOf(after));
  return isShort(after) && (before === '' || lines <= unfolded.besideOthers);
}

function isShort(text: string): boolean {
  return text.length <= unfolded.characters && lineCountOf(text) <= unfolded.lines;
}

function lineCountOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

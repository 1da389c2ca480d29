import type { PreviewState } from '../../approval/broker/pending.js';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { readsLikeOther } from '../value/text-kind.js';
import { readValue, scan } from '../value/value-model.js';

/** The texts that a card shows besides the input. */
export interface ShownTexts {
  /** Texts in which a value of the input may occur as a word: title, description, facts. */
  readonly texts: readonly string[];
  /** Texts that are displayed whole, as the new side of a diff is. They must equal a value of the input. */
  readonly wholes: readonly string[];
}

/** A range of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Limits above which the input is always shown: nobody compares that much with a title. */
const most = { leaves: 8, characters: 200, depth: 3, text: 2_000 };

/** Limits below which a text is displayed without folding. */
const unfolded = { lines: 8, characters: 480, besideOthers: 4 };

/** Characters that continue a word, a path, an address or a number. */
const joins = String.raw`\p{L}\p{N}\p{M}_\-./\\@~:#%&=+$*?`;
const endsBefore = new RegExp(`(?:^|[^${joins}])$`, 'u');
const beginsAfter = new RegExp(`^(?:$|[^${joins}]|[.:?](?:\\s|$))`, 'u');

/** White space that a line of text does not show faithfully. */
const unclear = /^\s|\s$|[\n\r\t]|\s\s/;

/**
 * Returns `true` when a card that hides the input still shows all of it: each string, number, boolean and `null` occurs
 * verbatim in the other texts, as a word of its own and at a place of its own; nothing is redacted or marked; and the
 * effective input equals the input.
 *
 * The input's own top-level names may be missing: they belong to the tool, as does the title. Nested names come from
 * the model, and count like strings.
 *
 * @param shown the other texts, see {@link shownTexts}.
 */
export function isInputShownElsewhere(call: DeferredCall, shown: ShownTexts): boolean {
  const { input, redactions, effectiveInput, unchecked } = call;
  if (effectiveInput !== undefined || unchecked === true) return false;
  const leaves = leavesOf(input, 0);
  if (leaves === null || leaves.length > most.leaves) return false;
  if (!haveOwnPlaces(leaves, shown)) return false;
  if (shown.texts.some((text) => findDeceptiveText(text, scan).length > 0)) return false;
  const model = readValue(input, { redact: 'secrets', redactions });
  return model.redactions.size === 0 && model.found.length === 0;
}

/**
 * Returns the texts that a card shows besides the input.
 *
 * @param title as displayed, without secrets.
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

/** Returns the places where a text occurs in another one as a word of its own, in order. */
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

/**
 * Returns the texts that must be shown for a value; `null` when words cannot show it: an empty list, or a string that
 * looks like a number.
 */
function leavesOf(value: JSONValue, depth: number): readonly string[] | null {
  if (typeof value === 'string') return readsLikeOther(value) ? null : [value];
  if (typeof value !== 'object' || value === null) return [Object.is(value, -0) ? '-0' : String(value)];
  const members = Array.isArray(value) ? value : Object.values(value as Readonly<Record<string, JSONValue>>);
  if (members.length > most.leaves || depth > most.depth || (members.length === 0 && depth > 0)) return null;
  const names = Array.isArray(value) || depth === 0 ? [] : Object.keys(value);
  const inside = members.map((member) => leavesOf(member, depth + 1));
  return inside.some((leaves) => leaves === null) ? null : [...names, ...inside.flatMap((leaves) => leaves ?? [])];
}

/**
 * Returns `true` when each value has a place of its own: a value that occurs twice must be shown twice. The longest are
 * placed first, since they may contain others.
 */
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

/**
 * Returns `true` when a diff is displayed without folding: neither unchanged lines far from a change nor a long text.
 */
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

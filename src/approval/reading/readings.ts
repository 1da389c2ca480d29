import { toLatin, toSeparators } from './confusables.js';
import { unify } from './fold.js';
import { hostRespellings } from './host-respellings.js';
import { pathRespellings } from './path-respellings.js';
import { decodePercent, flattenPercent } from './percent.js';
import type { Respelling } from './respelling.js';

/** The kind of a target: a path, a host or a URL, or other text. Each kind has its own respellings. */
export type TargetKind = 'path' | 'host' | 'text';

/** A target that exceeds these limits is treated as unreadable. `maxCharacters` is for all readings together. */
const maxReadings = 128;
const maxCharacters = 1_000_000;

/** Respellings of all kinds, in the order in which most systems apply them. */
const everywhere: readonly Respelling[] = [
  function* (text) {
    yield decodePercent(text);
    yield decodePercent(flattenPercent(text));
  },
  // A C string ends at a NUL. Other programs drop control characters.
  function* (text) {
    if (!/\p{Cc}/u.test(text)) return;
    yield text.replace(/\0.*$/s, '');
    yield text.replace(/\p{Cc}/gu, '');
  },
  function* (text) {
    yield text.trim();
  },
  function* (text) {
    yield toSeparators(unify(text));
  },
  function* (text) {
    yield toLatin(text);
  },
];

const respellings: Readonly<Record<TargetKind, readonly Respelling[]>> = {
  path: [...everywhere, ...pathRespellings],
  host: [...everywhere, ...hostRespellings],
  text: [
    ...everywhere,
    function* (text) {
      yield singleSpaced(text);
    },
  ],
};

/** Replaces each run of whitespace and control characters with one space. */
export function singleSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

/**
 * Returns every string that a system may read in place of a target: decoded, expanded, normalized, with other
 * separators. All matching uses this list: a rule that loosens must hold for all readings, and a rule that restricts
 * matches if it holds for one. Letter case is not varied; {@link fold} handles it.
 *
 * @returns the readings, the target itself first; `undefined` when there are too many, so that the meaning is unknown.
 * @example readingsOf('/a/%2e%2e/b', 'path') // ['/a/%2e%2e/b', '/a/../b']
 */
export function readingsOf(target: string, kind: TargetKind): readonly string[] | undefined {
  const readings = new Set([target]);
  let characters = target.length;
  // The set grows during the iteration, so each reading is respelled, too.
  for (const reading of readings) {
    for (const respell of respellings[kind]) {
      for (const other of respell(reading)) {
        if (other === reading) continue;
        characters += other.length;
        if (characters > maxCharacters) return undefined;
        readings.add(other);
        if (readings.size > maxReadings) return undefined;
      }
    }
  }
  return [...readings];
}

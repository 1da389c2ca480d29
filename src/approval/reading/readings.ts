import { toLatin, toSeparators } from './confusables.js';
import { unify } from './fold.js';
import { hostRespellings } from './host-respellings.js';
import { pathRespellings } from './path-respellings.js';
import { decodePercent, flattenPercent } from './percent.js';
import type { Respelling } from './respelling.js';

/** A path, a host or an address, or any other text: each is spelled in its own ways. */
export type TargetKind = 'path' | 'host' | 'text';

/** A target with more readings, or readings with more characters in all, is treated as unreadable. */
const maxReadings = 128;
const maxCharacters = 1_000_000;

/** In the order in which most systems apply them. */
const everywhere: readonly Respelling[] = [
  function* (text) {
    yield decodePercent(text);
    yield decodePercent(flattenPercent(text));
  },
  // A C string ends at a NUL; other programs drop control characters, or blanks at both ends.
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

/** Replaces each run of blanks and control characters by one space. */
export function singleSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

/**
 * Lists every text that a system may read in place of a target: decoded, expanded, normalized, with other separators. This is
 * the only such list: a rule that loosens must hold for all of them, and a rule that restricts matches if it holds for one.
 * Letter case is not listed; {@link fold} compares without it.
 *
 * @returns the readings, the target itself first. `undefined`: there are too many, so that nobody can say what it means.
 * @example readingsOf('/a/%2e%2e/b', 'path') // ['/a/%2e%2e/b', '/a/../b']
 */
export function readingsOf(target: string, kind: TargetKind): readonly string[] | undefined {
  const readings = new Set([target]);
  let characters = target.length;
  // A set that grows while it is walked through: each reading is respelled, too.
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

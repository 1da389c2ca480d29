import { toLatin } from '../reading/confusables.js';
import { fold } from '../reading/fold.js';
import { readingsOf, singleSpaced } from '../reading/readings.js';
import { globsMeet, globText } from './glob.js';

/** Returns `true` when a glob covers a string as written, and all of its readings. */
export function loosensText(wanted: string, target: string): boolean {
  if (!globText(wanted.normalize(), target.normalize())) return false;
  const globs = textFormsOf(wanted);
  const readings = readingsOf(target, 'text') ?? [];
  return (
    readings.length > 0 &&
    readings.every((text) => !/\p{Cc}/u.test(text) && globs.some((glob) => globText(glob, fold(text))))
  );
}

/** Returns `true` when a glob covers any reading of a string, and `'maybe'` when it has too many readings. */
export function restrictsText(wanted: string, target: string): boolean | 'maybe' {
  const globs = textFormsOf(wanted);
  const readings = readingsOf(target, 'text');
  if (readings === undefined) return globs.some((glob) => /^\**$/.test(glob)) || 'maybe';
  return readings.map(fold).some((text) => globs.some((glob) => globText(glob, text)));
}

/** Returns `true` when a string that ends in `*` is a pattern that overlaps with the glob. */
export function meetsText(wanted: string, target: string): boolean {
  return target.endsWith('*') && globsMeet(fold(wanted), fold(target));
}

function textFormsOf(wanted: string): readonly string[] {
  return [...new Set([wanted, toLatin(wanted), singleSpaced(wanted)].map(fold))];
}

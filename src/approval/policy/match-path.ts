import { toLatin } from '../reading/confusables.js';
import { fold } from '../reading/fold.js';
import { slashes, withoutDrive } from '../reading/path-respellings.js';
import { readingsOf } from '../reading/readings.js';
import { globPath, globSegment, globsMeet, pathsMeet, resolvePath, starBetween } from './glob.js';

/** A path that is matched against a restricting pattern. */
export interface RestrictedPath {
  readonly pattern: string;
  readonly target: string;
  /** The operation. For `read` and `write`, the target is a folder only if it is spelled as one. */
  readonly verb: string;
}

/** Returns `true` when a pattern covers a path as written, and all of its readings. */
export function loosensPath(wanted: string, whole: string): boolean {
  // A `file:` URL has its own syntax, so it is not compared as a path.
  if (/^\s*file:/i.test(whole)) return false;
  const [pattern, target] = withoutSameHome(capitalDrive(wanted), capitalDrive(whole));
  const [glob, path] = [pattern, target].map((one) => resolvePath(slashes(one.normalize())));
  if (glob === undefined || path === undefined || !pathCovers(glob, path)) return false;
  const globs = plainGroups(pattern).flatMap(formsOf);
  const readings = readingsOf(target, 'path') ?? [];
  return readings.length > 0 && readings.every((reading) => isPathCovered(reading, pattern, globs));
}

function isPathCovered(reading: string, pattern: string, globs: readonly (readonly string[])[]): boolean {
  if (isUnknown(reading) || /\p{Cc}/u.test(reading) || isNetwork(reading) !== isNetwork(pattern)) return false;
  const path = foldedPath(reading);
  // If `\` was part of a name while `..` was resolved, it still separates names in the comparison.
  const names = path?.flatMap((segment) => segment.split('\\')).filter((name, index) => name !== '' || index === 0);
  return names !== undefined && globs.some((glob) => pathCovers(glob, names));
}

/** Matches paths. A name that is a `**` wildcard may mean several segments, so the pattern's `*` must not match it. */
function pathCovers(glob: readonly string[], path: readonly string[]): boolean {
  return globPath(inside(glob), inside(path), (wanted, name) => !/^\*{2,}$/.test(name) && globSegment(wanted, name));
}

/**
 * Adds a segment to a path that ends in `**`, so that it covers the contents of the folder but not the folder itself.
 */
function inside(path: readonly string[]): readonly string[] {
  return path.length > 1 && path.at(-1) === '**' ? [...path, '*'] : path;
}

/**
 * Returns `true` when any reading of a target is a path that the pattern covers, and `'maybe'` when the target is a
 * parent folder of such paths, is itself a pattern, depends on the computer that reads it, or has too many readings.
 */
export function restrictsPath({ pattern: wanted, target: whole, verb }: RestrictedPath): boolean | 'maybe' {
  const [pattern, target] = withoutSameHome(wanted, whole);
  const globs = isUnknown(pattern) ? [] : formsOf(pattern);
  const readings = readingsOf(target, 'path');
  if (readings === undefined || globs.length === 0) return 'maybe';
  const mayBeFolder = isFolder(target) || !(/^(?:read|write)?$/i.test(verb) || /[^.]\.[a-z]\w{0,3}$/i.test(target));
  const matches = readings.flatMap((reading) => {
    const path = isUnknown(reading) ? undefined : foldedPath(reading);
    if (path === undefined) return ['maybe' as const];
    return globs.map((glob) => matchReading(unrooted(glob), unrooted(path), mayBeFolder));
  });
  return matches.includes(true) || (matches.includes('maybe') && 'maybe');
}

function matchReading(pattern: readonly string[], path: readonly string[], mayBeFolder: boolean): boolean | 'maybe' {
  if (globPath(pattern, path)) return true;
  const open = asPattern(path);
  const below = mayBeFolder || path.length === 0 ? pathsMeet(pattern, [...open, '**']) : isAbove(pattern, open);
  return (below || pathsMeet(pattern, open)) && 'maybe';
}

/** Returns `true` when a path is a parent folder of the pattern's paths: deleting `/` deletes `/secrets`, too. */
function isAbove(pattern: readonly string[], path: readonly string[]): boolean {
  const plain = pattern.findIndex((segment) => segment.includes('*'));
  const depth = plain < 0 ? pattern.length : plain;
  return path.length < depth && path.every((segment, index) => globsMeet(segment, pattern[index] ?? ''));
}

function isFolder(target: string): boolean {
  return /(?:^|[\\/])(?:\.{1,2})?$/.test(target);
}

/** Converts a target that may be a pattern in another syntax to our syntax. */
function asPattern(path: readonly string[]): readonly string[] {
  const start = path.findIndex((segment) => segment.includes('{'));
  const end = path.findLastIndex((segment) => segment.includes('}'));
  const plain = start >= 0 && end > start ? [...path.slice(0, start), '**', ...path.slice(end + 1)] : path;
  // A short name of Windows (`SECRET~1`) may stand for many names.
  return plain.map((one) => (/~\d/.test(one) ? '*' : starBetween(starBetween(one, '{}'), '[]').replaceAll('?', '*')));
}

/**
 * Returns the forms of a pattern to compare with readings, which may lack the drive or have Latin letters for
 * look-alikes.
 */
function formsOf(pattern: string): readonly (readonly string[])[] {
  const whole = slashes(pattern);
  const forms = new Set([whole, withoutDrive(whole)].flatMap((one) => [one, toLatin(one)]));
  return [...forms].map(foldedPath).filter((one) => one !== undefined);
}

/**
 * Converts a drive letter to upper case. Drive letters have no case on any system, but programs write them differently.
 */
function capitalDrive(path: string): string {
  return path.replace(/^[a-z]:(?=[\\/])/, (drive) => drive.toUpperCase());
}

/**
 * Returns a pattern, and the same with the parentheses around words removed one pair at a time, because readings of a
 * target in `/Program Files (x86)` have none. Other parentheses stay: `(..)` would change the path.
 */
function plainGroups(pattern: string): readonly string[] {
  const forms = [pattern];
  for (let last = pattern, next = ''; forms.length < 8; last = next) {
    next = last.replace(/(?<![?*+@!])\(([\p{L}\p{N} _.-]*[\p{L}\p{N}][\p{L}\p{N} _.-]*)\)/u, '$1');
    if (next === last) break;
    forms.push(next);
  }
  return forms;
}

function foldedPath(path: string): readonly string[] | undefined {
  return resolvePath(path)?.map(fold);
}

/** Removes the root, because tools name a file of a workspace as `.env` or as `/.env`. */
function unrooted(path: readonly string[]): readonly string[] {
  return path.filter((segment) => segment !== '');
}

/** Returns `true` for a path on another computer, such as `\\server\share` or `//server/share`. */
function isNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

/** Matches a home folder or a variable at the beginning of a path. */
const home = /^(?:~[\w.+-]*|\$(?:env:)?\w+|\$\{\w+\}|%\w+%)(?=[\\/])/i;

/** Replaces a home folder or a variable that both paths begin with. Its location is unknown, but the same for both. */
function withoutSameHome(pattern: string, target: string): readonly [pattern: string, target: string] {
  const [start = ''] = home.exec(pattern) ?? [];
  const isSame = start !== '' && home.exec(target)?.[0] === start;
  return isSame ? [`/home${pattern.slice(start.length)}`, `/home${target.slice(start.length)}`] : [pattern, target];
}

const unknownLocations: readonly RegExp[] = [
  // Home folders: `~`, `~/a`, `~root`, `~root/a`.
  /^~[\w+-]*(?:[\\/]|$)|^~[\w.+-]+[\\/]/,
  // Variables that are likely to be set, and command substitutions: `$HOME`, `${x}`, `$(x)`, `$env:x`, `%TEMP%`.
  /\$(?:[A-Z_][A-Z\d_]*(?!\w)|[{(])|`[^`]*`/,
  /\$(?:env:|home\b|pwd\b)/i,
  /%(?![\da-f]{2})[a-z_][\w()]*%|%[A-Z][A-Z\d_()]{2,}%/i,
  // Windows devices that are not drives, and letter ranges that include separators.
  /^[\\/]{2}[?.][\\/](?![a-z]:|unc[\\/])|^[\\/]\?\?[\\/](?![a-z]:)/i,
  /\{[A-Z]\.\.[a-z]|\{[a-z]\.\.[A-Z]/,
];

/** Returns `true` when the location of a path depends on the computer that reads it. */
function isUnknown(path: string): boolean {
  return unknownLocations.some((pattern) => pattern.test(path));
}

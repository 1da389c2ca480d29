import { toLatin } from '../reading/confusables.js';
import { fold } from '../reading/fold.js';
import { slashes, withoutDrive } from '../reading/path-respellings.js';
import { readingsOf } from '../reading/readings.js';
import { globPath, globSegment, globsMeet, pathsMeet, resolvePath, starBetween } from './glob.js';

/** A path that a pattern may hold back. */
export interface RestrictedPath {
  readonly pattern: string;
  readonly target: string;
  /** What is done to it: of what is read or written, a folder is meant only where it is spelled as one. */
  readonly verb: string;
}

/** Returns `true` when a pattern covers a path exactly, and every reading of it. */
export function loosensPath(wanted: string, whole: string): boolean {
  // An address is written in its own way, and is not a path.
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
  // Where `\` is a letter of a name, it still separates names, after `..` was resolved without it.
  const names = path?.flatMap((segment) => segment.split('\\')).filter((name, index) => name !== '' || index === 0);
  return names !== undefined && globs.some((glob) => pathCovers(glob, names));
}

/** A target that is a pattern itself may mean more than one segment, and a name in Windows that ends in `**` does, too. */
function pathCovers(glob: readonly string[], path: readonly string[]): boolean {
  return globPath(inside(glob), inside(path), (wanted, name) => !/^\*{2,}$/.test(name) && globSegment(wanted, name));
}

/** A path that ends in `**` means everything in the folder, and not the folder. */
function inside(path: readonly string[]): readonly string[] {
  return path.length > 1 && path.at(-1) === '**' ? [...path, '*'] : path;
}

/**
 * Returns `true` when some reading of a target is a path that the pattern means. `'maybe'`: it is a folder around what the pattern
 * means, a pattern itself, leads where nobody here knows, or has too many readings.
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

/** Whether a path is a folder that the pattern's place lies in: who deletes `/` deletes `/secrets` too. */
function isAbove(pattern: readonly string[], path: readonly string[]): boolean {
  const plain = pattern.findIndex((segment) => segment.includes('*'));
  const depth = plain < 0 ? pattern.length : plain;
  return path.length < depth && path.every((segment, index) => globsMeet(segment, pattern[index] ?? ''));
}

function isFolder(target: string): boolean {
  return /(?:^|[\\/])(?:\.{1,2})?$/.test(target);
}

/** A target that is a pattern itself, in our way to write one. */
function asPattern(path: readonly string[]): readonly string[] {
  const start = path.findIndex((segment) => segment.includes('{'));
  const end = path.findLastIndex((segment) => segment.includes('}'));
  const plain = start >= 0 && end > start ? [...path.slice(0, start), '**', ...path.slice(end + 1)] : path;
  // A short name of Windows (`SECRET~1`) may stand for many.
  return plain.map((one) => (/~\d/.test(one) ? '*' : starBetween(starBetween(one, '{}'), '[]').replaceAll('?', '*')));
}

/** A pattern as it is compared with readings: each reading may have lost the drive, or look like Latin letters. */
function formsOf(pattern: string): readonly (readonly string[])[] {
  const whole = slashes(pattern);
  const forms = new Set([whole, withoutDrive(whole)].flatMap((one) => [one, toLatin(one)]));
  return [...forms].map(foldedPath).filter((one) => one !== undefined);
}

/** Drives have no letter case on any system: editors write `c:`, and people `C:`. */
function capitalDrive(path: string): string {
  return path.replace(/^[a-z]:(?=[\\/])/, (drive) => drive.toUpperCase());
}

/**
 * A pattern, and the same without the parentheses around words, one pair after the other: a reading of a target in `/Program Files (x86)` has
 * none. Only around words, as `(..)` would lead elsewhere.
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

/** Without the root: a workspace's `.env` is held back whether a tool says `.env` or `/.env`. */
function unrooted(path: readonly string[]): readonly string[] {
  return path.filter((segment) => segment !== '');
}

/** `\\server\share` and `//server/share` are on another computer. */
function isNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

/** A home folder, or a variable, at the beginning of a path. */
const home = /^(?:~[\w.+-]*|\$(?:env:)?\w+|\$\{\w+\}|%\w+%)(?=[\\/])/i;

/** Replaces the home folder or the variable with which both begin: wherever it is, it is the same place. */
function withoutSameHome(pattern: string, target: string): readonly [pattern: string, target: string] {
  const [start = ''] = home.exec(pattern) ?? [];
  const isSame = start !== '' && home.exec(target)?.[0] === start;
  return isSame ? [`/home${pattern.slice(start.length)}`, `/home${target.slice(start.length)}`] : [pattern, target];
}

const unknown: readonly RegExp[] = [
  // Homes of people: `~`, `~/a`, `~root`, `~root/a`.
  /^~[\w+-]*(?:[\\/]|$)|^~[\w.+-]+[\\/]/,
  // Variables that are likely to be set, and commands: `$HOME`, `${x}`, `$(x)`, `$env:x`, `%TEMP%`.
  /\$(?:[A-Z_][A-Z\d_]*(?!\w)|[{(])|`[^`]*`/,
  /\$(?:env:|home\b|pwd\b)/i,
  /%(?![\da-f]{2})[a-z_][\w()]*%|%[A-Z][A-Z\d_()]{2,}%/i,
  // Devices of Windows that are not drives, and ranges of letters that have separators in them.
  /^[\\/]{2}[?.][\\/](?![a-z]:|unc[\\/])|^[\\/]\?\?[\\/](?![a-z]:)/i,
  /\{[A-Z]\.\.[a-z]|\{[a-z]\.\.[A-Z]/,
];

/** True if only the computer that reads a path can tell where it leads. */
function isUnknown(path: string): boolean {
  return unknown.some((pattern) => pattern.test(path));
}

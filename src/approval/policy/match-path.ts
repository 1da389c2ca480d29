import { fold, unify } from './fold.js';
import { globPath, globsMeet, pathsMeet, resolvePath, starBetween } from './glob.js';
import { toUrl } from './host.js';

/** A path that a pattern may hold back. */
export interface RestrictedPath {
  readonly pattern: string;
  readonly target: string;
  /** What is done to it: of what is read or written, a folder is meant only where it is spelled as one. */
  readonly verb: string;
}

/**
 * Whether a pattern of paths holds a target back, in any way in which a system or a tool may read the target. `'maybe'`: it
 * is a folder around what the pattern means, a pattern itself, or leads nobody knows where.
 */
export function restrictsPath({ pattern: wanted, target, verb }: RestrictedPath): boolean | 'maybe' {
  const pattern = foldedPath(slashes(wanted));
  if (pattern === undefined) return 'maybe';
  const mayBeFolder = isFolder(target) || !(/^(?:read|write)?$/i.test(verb) || /[^.]\.[a-z]\w{0,3}$/i.test(target));
  const matches = readings(target).map((text) => {
    const path = foldedPath(text);
    return path === undefined ? 'maybe' : matchReading(pattern, path, mayBeFolder || path.length === 0);
  });
  return matches.includes(true) || (matches.includes('maybe') && 'maybe');
}

function matchReading(pattern: readonly string[], path: readonly string[], mayBeFolder: boolean): boolean | 'maybe' {
  if (globPath(pattern, path)) return true;
  const open = asPattern(path);
  const below = mayBeFolder ? pathsMeet(pattern, [...open, '**']) : isAbove(pattern, open);
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

/**
 * The paths that systems and tools make of one text. `\` and `．．` are a separator and a way up to some, and names to others;
 * some end a path at a NUL, and Windows drops dots and blanks at the end of a name, and what follows a colon.
 */
function readings(target: string): readonly string[] {
  const cut = target.replace(/\0.*$/s, '');
  const clean = target.replace(/\p{Cc}/gu, '').trim();
  const texts = new Set([target, cut, clean].flatMap((text) => [text, ...fromAddress(text)]));
  const paths = new Set([...texts].flatMap((text) => [text, slashes(text), slashes(unify(text))]));
  const local = [...paths].map(withoutDrive);
  return [...new Set([...paths, ...local, ...[...paths, ...local].map(asOnWindows)])];
}

/** The path in a `file:` address, which is written in its own way. */
function fromAddress(text: string): readonly string[] {
  const url = toUrl(text);
  if (url?.protocol !== 'file:') return [];
  try {
    return [decodeURIComponent(url.pathname)];
  } catch {
    return [url.pathname];
  }
}

function withoutDrive(path: string): string {
  return path.replace(/^\/*(?:[?.]\/)?[a-z]:/i, '');
}

function asOnWindows(path: string): string {
  const toName = (segment: string): string => {
    const name = segment.trim();
    if (/^(?:\.{1,2}|[a-z]:)$/i.test(name)) return name;
    const [plain = ''] = name.split(':');
    let end = plain.length;
    while (end > 0 && '. '.includes(plain.charAt(end - 1))) end--;
    return plain.slice(0, end);
  };
  return path.split('/').map(toName).join('/');
}

/** Without the root: a workspace's `.env` is held back whether a tool says `.env` or `/.env`. */
function foldedPath(path: string): readonly string[] | undefined {
  // Nobody here knows where somebody's home is.
  if (/^~(?:\/|$)/.test(path)) return undefined;
  return resolvePath(path)
    ?.filter((segment) => segment !== '')
    .map(fold);
}

/** A path with one kind of separator. */
export function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

import { globPath, globText, resolvePath } from './glob.js';
import { hostOf, hostPattern, isBareHost } from './host.js';

/** What a match is for: `loosens` lets a call pass (allow, grants), `restricts` holds it back (ask, deny, block). */
export type MatchPurpose = 'loosens' | 'restricts';

/**
 * Whether a pattern covers a capability. `fs.write`, `fs.*` and `*` mean every target; behind a colon stands a glob of
 * paths (family `fs`: `*` within a segment, `**` across), of hosts (`net`: `*.example.com` is any subdomain) or of text.
 *
 * In doubt, a call is asked. What loosens is exact: letter case counts, `/drafts/**` is what lies in `/drafts` and not
 * the folder, and a target with control characters is covered only by itself. What restricts is generous: letter case and look-alike
 * forms do not count, and where the target is unknown the answer is `'maybe'`. `%2e` is text: nothing is decoded.
 *
 * @example matchesCapability('fs.write:/drafts/**', 'fs.write:/drafts/../.env', 'loosens'); // false
 */
export function matchesCapability(pattern: string, capability: string, purpose: MatchPurpose): boolean | 'maybe' {
  const loosens = purpose === 'loosens';
  if (loosens && pattern === capability && !pattern.includes('*')) return true;
  const [wantedName, wanted] = splitCapability(pattern);
  const [name, target] = splitCapability(capability);
  if (!(loosens ? globText(wantedName, name) : globText(fold(wantedName), fold(name)))) return false;
  if (wanted === undefined) return true;
  // An empty target is a mistake, which must not decide: what is missing could be anything.
  if (wanted === '') return !loosens;
  if (!target) return loosens ? false : 'maybe';
  if (loosens) return !/\p{Cc}/u.test(target) && loosensTarget(family(name), wanted, target);
  return restrictsTarget(family(name), wanted, target);
}

/** A capability's or a pattern's name and target: at the first colon. */
export function splitCapability(text: string): readonly [name: string, target: string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Folded also where case counts: `FS.write:/a/../b` is a path, whoever spells it. */
function family(name: string): string {
  return fold(name).split('.')[0] ?? '';
}

function loosensTarget(kind: string, wanted: string, target: string): boolean {
  if (kind === 'NET') {
    const host = hostOf(target);
    const pattern = isBareHost(wanted) ? hostPattern(wanted) : undefined;
    return host !== undefined && pattern !== undefined && globText(pattern, host);
  }
  if (kind !== 'FS') return globText(wanted.normalize(), target.normalize());
  const pattern = resolvePath(slashes(wanted.normalize()));
  const path = resolvePath(slashes(target.normalize()));
  if (pattern === undefined || path === undefined) return false;
  return globPath(pattern.length > 1 && pattern.at(-1) === '**' ? [...pattern, '*'] : pattern, path);
}

function restrictsTarget(kind: string, wanted: string, target: string): boolean | 'maybe' {
  if (kind === 'NET') {
    const host = hostOf(target);
    const pattern = hostPattern(wanted);
    return host === undefined || pattern === undefined ? 'maybe' : globText(pattern, host);
  }
  if (kind !== 'FS') return globText(fold(wanted), fold(target));
  const pattern = foldedPath(slashes(wanted));
  // Every way in which a system may read it: `\` and `．．` are a separator and a way up to some, and names to others.
  const paths = [target, slashes(target), slashes(fold(target))].map(foldedPath);
  const matches = paths.map(
    (path) => pattern && path && (globPath(pattern, path) || (isAbove(pattern, path) && 'maybe')),
  );
  if (matches.includes(true)) return true;
  return matches.every((match) => match === false) ? false : 'maybe';
}

/** Whether a path is a folder that the pattern's place lies in: who deletes `/` deletes `/secrets` too. */
function isAbove(pattern: readonly string[], path: readonly string[]): boolean {
  const plain = pattern.findIndex((segment) => segment.includes('*'));
  const depth = plain < 0 ? pattern.length : plain;
  return path.length < depth && path.every((segment, index) => segment === pattern[index]);
}

/** Without the root: a workspace's `.env` is held back whether a tool says `.env` or `/.env`. */
function foldedPath(path: string): readonly string[] | undefined {
  return resolvePath(path)
    ?.filter((segment) => segment !== '')
    .map(fold);
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Lower before upper case, for letters such as `ẞ` and `ς` that one of the two alone leaves apart. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

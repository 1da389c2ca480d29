import { fold } from './fold.js';
import { globPath, globSegment, globsMeet, globText, resolvePath, starBetween } from './glob.js';
import { coversHost, hostPattern, hostsOf, sameHosts } from './host.js';
import { restrictsPath, slashes } from './match-path.js';
import { splitCapability } from './split-capability.js';

/** What a match is for: `loosens` lets a call pass (allow, grants), `restricts` holds it back (ask, deny, block). */
export type MatchPurpose = 'loosens' | 'restricts';

/**
 * Whether a pattern covers a capability. `fs.write`, `fs.*` and `*` mean every target; behind a colon stands a glob of
 * paths (family `fs`: `*` within a segment, `**` across), of hosts (`net`: `*.example.com` is any subdomain, with scheme or
 * port only those: `https://*.example.com`) or of text.
 *
 * In doubt, a call is asked. What loosens is exact: letter case counts, `/drafts/**` is what lies in `/drafts` and not
 * the folder, and a target with control characters is covered only by itself. What restricts is generous: letter case and
 * look-alike forms do not count, a target is read in every way in which a system or the URL parser may read it, and where it
 * is unknown, a pattern itself or a folder around the place, the answer is `'maybe'`. In a path `%2e` is text: only what
 * addresses (`file:`, hosts) encode is decoded.
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
  return restrictsTarget(name, wanted, target);
}

/** Folded also where case counts: `FS.write:/a/../b` is a path, whoever spells it. */
function family(name: string): string {
  return fold(name).split('.')[0] ?? '';
}

function loosensTarget(kind: string, wanted: string, target: string): boolean {
  if (kind === 'NET') return coversHost(wanted, target);
  if (kind !== 'FS') return globText(wanted.normalize(), target.normalize());
  // An address is written in its own way, and no path.
  if (/^\s*file:/i.test(target)) return false;
  const pattern = resolvePath(slashes(wanted.normalize()));
  const path = resolvePath(slashes(target.normalize()));
  if (pattern === undefined || path === undefined) return false;
  // A target that is a pattern itself may mean more than one segment.
  return globPath(inside(pattern), inside(path), (glob, segment) => segment !== '**' && globSegment(glob, segment));
}

function restrictsTarget(name: string, wanted: string, target: string): boolean | 'maybe' {
  const kind = family(name);
  if (kind === 'FS') return restrictsPath({ pattern: wanted, target, verb: name.slice(3) });
  if (kind === 'NET') return restrictsHost(wanted, target);
  const [glob, text] = [fold(wanted), fold(target)];
  // `git *` may be what a tool says of whatever it does with git. An input is what it is.
  return globText(glob, text) || (kind !== 'TEXT' && text.endsWith('*') && globsMeet(glob, text) && 'maybe');
}

function restrictsHost(wanted: string, target: string): boolean | 'maybe' {
  const pattern = hostPattern(wanted);
  const hosts = hostsOf(target);
  if (pattern === undefined || hosts.length === 0) return 'maybe';
  const patterns = sameHosts(pattern);
  const matches = (match: typeof globText, host: string): boolean => patterns.some((glob) => match(glob, host));
  if (hosts.some((host) => matches(globText, host))) return true;
  return hosts.some((host) => matches(globsMeet, starBetween(host, '{}'))) && 'maybe';
}

/** What a pattern that ends in `**` means lies in the folder, and is not the folder. */
function inside(path: readonly string[]): readonly string[] {
  return path.length > 1 && path.at(-1) === '**' ? [...path, '*'] : path;
}

import { toLatin } from '../reading/confusables.js';
import { fold } from '../reading/fold.js';
import { expandBraces, globText } from './glob.js';
import { loosensHost, restrictsHost } from './match-host.js';
import { loosensPath, restrictsPath } from './match-path.js';
import { loosensText, meetsText, restrictsText } from './match-text.js';
import { splitCapability } from './split-capability.js';

/** What a match is for: `loosens` lets a call pass (allow, grants), `restricts` holds it back (ask, deny, block). */
export type MatchPurpose = 'loosens' | 'restricts';

/**
 * Whether a pattern covers a capability. `fs.write`, `fs.*` and `*` mean every target; behind a colon stands a glob of
 * paths (family `fs`: `*` within a segment, `**` across), of hosts (`net`: `*.example.com` is any subdomain, with scheme or
 * port only those: `https://*.example.com`) or of text.
 *
 * Both purposes use one list of the texts that a system may read in place of a target ({@link readingsOf}): decoded, expanded,
 * normalized, with other separators, with the Latin letters that it looks like. A pattern that loosens must cover the target as it
 * is written, and every reading; letter case counts, and `/drafts/**` is everything in `/drafts` but not the folder. A pattern that
 * restricts matches if it covers one reading, in any letter case; braces in it are a choice (`/{keys,secrets}/**`). Where a target is unknown, unreadable, a pattern itself or a
 * folder around the place, the answer is `'maybe'`. A pattern without `*` always covers the very same text.
 *
 * @example matchesCapability('fs.write:/drafts/**', 'fs.write:/drafts/%2e%2e/.env', 'loosens'); // false
 */
export function matchesCapability(pattern: string, capability: string, purpose: MatchPurpose): boolean | 'maybe' {
  const loosens = purpose === 'loosens';
  if (loosens && pattern === capability && !pattern.includes('*')) return true;
  const [wantedName, wanted] = splitCapability(pattern);
  const [name, target] = splitCapability(capability);
  if (!(loosens ? globText(wantedName, name) : restrictsText(wantedName, name) === true)) return false;
  if (wanted === undefined) return true;
  // An empty target is a mistake, which must not decide: what is missing could be anything.
  if (wanted === '') return !loosens;
  if (!target) return loosens ? false : 'maybe';
  if (loosens) return !/\p{Cc}/u.test(target) && loosensTarget(familyOf(name), wanted, target);
  return restrictsTarget(name, wanted, target);
}

/** Folded also where case counts: `FS.write:/a/../b` is a path, whoever spells it. */
function familyOf(name: string): string {
  return fold(toLatin(name)).split('.')[0] ?? '';
}

function loosensTarget(family: string, wanted: string, target: string): boolean {
  if (family === 'NET') return loosensHost(wanted, target);
  return family === 'FS' ? loosensPath(wanted, target) : loosensText(wanted, target);
}

function restrictsTarget(name: string, wanted: string, target: string): boolean | 'maybe' {
  const family = familyOf(name);
  if (family === 'FS' || family === 'NET') {
    const answers = expandBraces(wanted).map((pattern) =>
      family === 'NET' ? restrictsHost(pattern, target) : restrictsPath({ pattern, target, verb: name.slice(3) }),
    );
    return answers.includes(true) || (answers.includes('maybe') && 'maybe');
  }
  // `git *` may be what a tool says of whatever it does with git. An input is what it is.
  return restrictsText(wanted, target) || (family !== 'TEXT' && meetsText(wanted, target) && 'maybe');
}

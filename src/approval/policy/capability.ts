import { toLatin } from '../reading/confusables.js';
import { fold } from '../reading/fold.js';
import { expandBraces, globText } from './glob.js';
import { loosensHost, restrictsHost } from './match-host.js';
import { loosensPath, restrictsPath } from './match-path.js';
import { loosensText, meetsText, restrictsText } from './match-text.js';
import { splitCapability } from './split-capability.js';

/** The purpose of a match: `loosens` lets a call run (allow, grants), `restricts` prevents it (ask, deny, block). */
export type MatchPurpose = 'loosens' | 'restricts';

/**
 * Returns `true` when a pattern covers a capability. `fs.write`, `fs.*` and `*` cover every target. After a colon, the
 * target is a glob of paths (family `fs`: `*` within a segment, `**` across segments), of hosts (`net`: `*.example.com`
 * covers every subdomain; `https://*.example.com` only that scheme) or of other text.
 *
 * Both purposes use the same list of strings that a system may read in place of a target ({@link readingsOf}): decoded,
 * expanded, normalized, with other separators, with look-alikes replaced by Latin letters. A pattern that loosens must
 * cover the target as written and every reading; letter case matters, and `/drafts/**` covers everything in `/drafts`
 * but not the folder itself. A pattern that restricts matches if it covers one reading, in any letter case; braces are
 * alternatives (`/{keys,secrets}/**`). If a target is missing, unreadable, itself a pattern, or a parent folder of the
 * pattern's paths, the result is `'maybe'`. A pattern without `*` always covers the identical string.
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
  // An empty target in a pattern is a mistake, so it must not allow anything. An empty target of a call could mean
  // anything.
  if (wanted === '') return !loosens;
  if (!target) return loosens ? false : 'maybe';
  if (loosens) return !/\p{Cc}/u.test(target) && loosensTarget(familyOf(name), wanted, target);
  return restrictsTarget(name, wanted, target);
}

/**
 * Returns the family of a capability. Look-alikes and letter case are folded: `FS.write:/a/../b` is a path in any
 * spelling.
 */
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
  // A tool may declare `git *` for anything that it does with git, so a pattern may overlap. An input is exact.
  return restrictsText(wanted, target) || (family !== 'TEXT' && meetsText(wanted, target) && 'maybe');
}

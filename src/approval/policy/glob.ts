/**
 * Returns `true` when a string matches a pattern in which `*` matches any text. Takes at most m × n steps for lengths m
 * and n.
 */
export function globText(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  const end = text.length - last.length;
  let from = first.length;
  if (from > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}

/**
 * Returns `true` when a path matches a pattern, both as returned by {@link resolvePath}. `*` stays within a segment;
 * the segment `**` matches any number of segments, including none. Backtracking to the last `**` is sufficient, which
 * bounds the time.
 */
export function globPath(
  pattern: readonly string[],
  path: readonly string[],
  fits: (pattern: string, segment: string) => boolean = globSegment,
): boolean {
  let at = 0;
  let here = 0;
  let star = -1;
  let resume = 0;
  while (here < path.length) {
    const wanted = pattern[at];
    if (wanted === '**') {
      star = at++;
      resume = here;
    } else if (wanted !== undefined && fits(wanted, path[here] ?? '')) {
      at++;
      here++;
    } else if (star >= 0) {
      at = star + 1;
      here = ++resume;
    } else return false;
  }
  while (pattern[at] === '**') at++;
  return at === pattern.length;
}

/**
 * Returns the segments of a path or a pattern, with `.`, `..` and empty segments resolved. An absolute path starts with
 * `''`. Returns `undefined` when the path leaves its starting folder or goes up from a `**`, because its target is then
 * unknown.
 */
export function resolvePath(path: string): readonly string[] | undefined {
  const root = path.startsWith('/') ? 1 : 0;
  const segments = root === 1 ? [''] : [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > root && segments.at(-1) !== '**') segments.pop();
    else if (root === 0 || segments.length > root) return undefined;
  }
  return segments;
}

/** Returns `true` when some string matches both patterns. */
export function globsMeet(a: string, b: string): boolean {
  if (!a.includes('*')) return globText(b, a);
  if (!b.includes('*')) return globText(a, b);
  // The text between the first and the last `*` of each pattern can always be concatenated, so only both ends matter.
  const starts = [a, b].map((glob) => glob.slice(0, glob.indexOf('*'))) as [string, string];
  const ends = [a, b].map((glob) => glob.slice(glob.lastIndexOf('*') + 1)) as [string, string];
  const [start, shortStart] = longerFirst(starts);
  const [end, shortEnd] = longerFirst(ends);
  return start.startsWith(shortStart) && end.endsWith(shortEnd);
}

/** Returns `true` when some path matches both patterns. */
export function pathsMeet(a: readonly string[], b: readonly string[]): boolean {
  const [open, other] = a.includes('**') ? [a, b] : [b, a];
  if (!other.includes('**')) return globPath(open, other, globsMeet);
  return startsMeet(a, b) && startsMeet([...a].reverse(), [...b].reverse());
}

/** Returns `true` when two patterns can begin alike, up to the first `**` in either. */
function startsMeet(a: readonly string[], b: readonly string[]): boolean {
  const open = a.findIndex((segment, index) => segment === '**' || b[index] === '**');
  return a.slice(0, open).every((segment, index) => globsMeet(segment, b[index] ?? ''));
}

function longerFirst([a, b]: readonly [string, string]): readonly [string, string] {
  return a.length < b.length ? [b, a] : [a, b];
}

/**
 * Replaces the text from the first opening to the last closing bracket with `*`: brackets of another syntax can mean
 * any text.
 */
export function starBetween(text: string, [open = '', close = '']: string): string {
  const [start, end] = [text.indexOf(open), text.lastIndexOf(close)];
  return start >= 0 && end > start ? `${text.slice(0, start)}*${text.slice(end + 1)}` : text;
}

/**
 * Returns `true` when a segment matches a pattern's segment. The empty segment is the root, which wildcards do not
 * match.
 */
export function globSegment(pattern: string, segment: string): boolean {
  return (pattern === '') === (segment === '') && globText(pattern, segment);
}

/** The maximum number of patterns that one pattern with braces expands to. */
const maxExpanded = 64;

/**
 * Returns a pattern and, if it has braces with commas, all of their alternatives. Only for patterns that restrict:
 * patterns that allow are often written by a model, and must not cover more than people see.
 *
 * @example expandBraces('/{a,b}/**') // ['/{a,b}/**', '/a/**', '/b/**']
 */
export function expandBraces(pattern: string): readonly string[] {
  const patterns = new Set([pattern]);
  // The set grows during the iteration. Each iteration expands one group, so several or nested groups are expanded in
  // turn.
  for (const one of patterns) {
    const group = Array.from(one.matchAll(/\{([^{}]*)\}/g)).find(([braces]) => braces.includes(','));
    if (group === undefined) continue;
    const [before, after] = [one.slice(0, group.index), one.slice(group.index + group[0].length)];
    for (const part of (group[1] ?? '').split(','))
      if (patterns.size < maxExpanded) patterns.add(before + part + after);
  }
  return [...patterns];
}

/** Whether a text fits a pattern in which `*` stands for any text. Takes at most as many steps as both lengths multiplied. */
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
 * Whether a path fits a pattern, both as {@link resolvePath} gives them: `*` stays within a segment, the segment `**` is
 * any number of segments, none included. Going back to the last `**` is enough, so that no pattern takes long.
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
 * The segments of a path or of a pattern, with `.`, `..` and empty ones resolved; an absolute one starts with `''`.
 * `undefined`: it leaves the place where it starts, or goes up from a `**`, so that nobody can say where it leads.
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

/** Whether some text fits both of two patterns. */
export function globsMeet(a: string, b: string): boolean {
  if (!a.includes('*')) return globText(b, a);
  if (!b.includes('*')) return globText(a, b);
  // What stands between the first and the last `*` can always follow one after the other.
  const starts = [a, b].map((glob) => glob.slice(0, glob.indexOf('*'))) as [string, string];
  const ends = [a, b].map((glob) => glob.slice(glob.lastIndexOf('*') + 1)) as [string, string];
  const [start, shortStart] = longerFirst(starts);
  const [end, shortEnd] = longerFirst(ends);
  return start.startsWith(shortStart) && end.endsWith(shortEnd);
}

/** Whether some path fits both of two patterns. */
export function pathsMeet(a: readonly string[], b: readonly string[]): boolean {
  const [open, other] = a.includes('**') ? [a, b] : [b, a];
  if (!other.includes('**')) return globPath(open, other, globsMeet);
  return startsMeet(a, b) && startsMeet([...a].reverse(), [...b].reverse());
}

/** Whether two patterns can begin alike, both up to a `**`. */
function startsMeet(a: readonly string[], b: readonly string[]): boolean {
  const open = a.findIndex((segment, index) => segment === '**' || b[index] === '**');
  return a.slice(0, open).every((segment, index) => globsMeet(segment, b[index] ?? ''));
}

function longerFirst([a, b]: readonly [string, string]): readonly [string, string] {
  return a.length < b.length ? [b, a] : [a, b];
}

/** A text with a `*` for what stands between two brackets: whatever they mean, it is some text. */
export function starBetween(text: string, [open = '', close = '']: string): string {
  const [start, end] = [text.indexOf(open), text.lastIndexOf(close)];
  return start >= 0 && end > start ? `${text.slice(0, start)}*${text.slice(end + 1)}` : text;
}

/** Whether a segment fits one of a pattern. The empty one is the root, which no wildcard stands for. */
export function globSegment(pattern: string, segment: string): boolean {
  return (pattern === '') === (segment === '') && globText(pattern, segment);
}

/** The most patterns that one with braces is expanded to. */
const maxExpanded = 64;

/**
 * A pattern and, where it has braces with commas, every pattern that they stand for. Only for what restricts: what a person allows is often
 * written by a model.
 *
 * @example expandBraces('/{a,b}/**') // ['/{a,b}/**', '/a/**', '/b/**']
 */
export function expandBraces(pattern: string): readonly string[] {
  const patterns = new Set([pattern]);
  // A set that grows while it is walked through: of several groups, or of groups within groups, one is expanded at a time.
  for (const one of patterns) {
    const group = Array.from(one.matchAll(/\{([^{}]*)\}/g)).find(([braces]) => braces.includes(','));
    if (group === undefined) continue;
    const [before, after] = [one.slice(0, group.index), one.slice(group.index + group[0].length)];
    for (const part of (group[1] ?? '').split(','))
      if (patterns.size < maxExpanded) patterns.add(before + part + after);
  }
  return [...patterns];
}

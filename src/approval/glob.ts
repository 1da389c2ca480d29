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
export function globPath(pattern: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  let here = 0;
  let star = -1;
  let resume = 0;
  while (here < path.length) {
    const wanted = pattern[at];
    if (wanted === '**') {
      star = at++;
      resume = here;
    } else if (wanted !== undefined && globSegment(wanted, path[here] ?? '')) {
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

/** The empty segment is the root, which no wildcard stands for. */
function globSegment(pattern: string, segment: string): boolean {
  return (pattern === '') === (segment === '') && globText(pattern, segment);
}

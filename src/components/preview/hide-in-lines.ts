import { findSecrets, hiddenMark } from '../../approval/redaction/secret-text.js';

/**
 * Lines of a text without the secrets in them. They are looked for in the text as a whole: a private key is of many lines.
 *
 * @param known Texts that are secrets wherever they stand.
 */
export function hideInLines(lines: readonly string[], known?: readonly string[]): readonly string[] {
  const { spans } = findSecrets(lines.join('\n'), known);
  if (spans.length === 0) return lines;
  let lineStart = 0;
  let first = 0;
  return lines.map((line) => {
    const from = lineStart;
    const to = from + line.length;
    lineStart = to + 1;
    while ((spans[first]?.end ?? to) <= from && first < spans.length) first++;
    let shown = '';
    let at = from;
    for (let index = first; (spans[index]?.start ?? to) < to; index++) {
      const start = Math.max(spans[index]?.start ?? from, from);
      const end = Math.min(spans[index]?.end ?? to, to);
      const isEmpty = line.slice(start - from, end - from).trim() === '';
      shown += isEmpty ? line.slice(at - from, end - from) : line.slice(at - from, start - from) + hiddenMark;
      at = end;
    }
    return shown + line.slice(at - from);
  });
}

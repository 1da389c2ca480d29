import { completeInline } from './complete-inline.js';

/**
 * Patterns of a last line that may still become something else: a list item, a heading, a rule or the underline of a
 * heading, a fence, a table row, a link definition.
 */
const ambiguousLines = [
  /^[ \t>]*(?:[-+*]|\d{1,9}[.)]|#{1,6})?[ \t]*$/,
  /^[ \t>]*(?:-+|=+|\*{1,3}|_{1,3}|`{1,2}|~{1,2})[ \t]*$/,
  /^[ \t>]*[-+*] +\[[ x]?\]?[ \t]*$/i,
  /^[ \t>]*(?:\d{1,9}[.)]|[-+*]) +(?:[-+*]|#{1,6}|\*\*)[ \t]*$/,
  /^[ \t]*\|[| \t]*$/,
  /^ {0,3}\[[^\]]*\]:[ \t]*\S*$/,
];

/** The prefix of a line: the marks of quotes, lists and headings. */
const linePrefix = /^[ \t]*(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t]))[ \t]*)+/;

/** The beginning of `<br>`, which breaks a line. */
const unfinishedBreak = /<(?:b(?:r ?\/?)?)?$/i;

/** A delimiter row, the row of dashes below the head of a table. It may be unfinished. */
const delimiterRow = /^[ \t]*[|:-][|:\- \t]*$/;

/**
 * Completes the end of a Markdown text that is still being written, so that no mark is visible before its meaning is
 * clear: unfinished syntax is completed, and ambiguous characters are held back.
 */
export function completeTail(text: string): string {
  const fence = openFence(text);
  const at = text.lastIndexOf('\n') + 1;
  const line = text.slice(at);
  if (fence !== undefined) {
    const mayClose = /^[ \t>]*(?:`+|~+)[ \t]*$/.test(line) && line.includes(fence.mark);
    return fence.start === at || mayClose ? text.slice(0, at) : text;
  }
  const isAmbiguous = line !== '' && ambiguousLines.some((pattern) => pattern.test(line));
  return completeDelimiterRow(text, at) ?? completeEnd(isAmbiguous ? text.slice(0, at) : text);
}

/** Returns the code fence that is open at the end: the start of its line, and the character that closes it. */
function openFence(text: string): { readonly start: number; readonly mark: string } | undefined {
  if (!/`{3}|~{3}/.test(text)) return undefined;
  let open: { start: number; mark: string; length: number } | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const [, run = '', info = ''] = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const mark = run.charAt(0);
    if (open === undefined) {
      if (run !== '' && !(mark === '`' && info.includes('`'))) open = { start, mark, length: run.length };
    } else if (mark === open.mark && run.length >= open.length && info.trim() === '') open = undefined;
    start += line.length + 1;
  }
  return open;
}

/** Completes the last line if it is a delimiter row; else returns `undefined`. */
function completeDelimiterRow(text: string, at: number): string | undefined {
  const line = text.slice(at);
  const [head = '', before = ''] = text.slice(0, at).split('\n').slice(-3).reverse().slice(1);
  // Only the first row of a table has a delimiter row below it. Below others, dashes are cells.
  if (!delimiterRow.test(line) || !head.includes('|') || before.includes('|')) return undefined;
  const isTable = line.includes('|') || head.trim().startsWith('|');
  return isTable ? text.slice(0, at) + delimiterRowFor(head, line) : undefined;
}

/** Returns a delimiter row with as many columns as the head of the table. `line` is the part that is written. */
function delimiterRowFor(head: string, line: string): string {
  const written = line
    .replace(/^[ \t]*\|/, '')
    .split('|')
    .map((cell) => cell.trim());
  const cells = Array.from({ length: countCells(head) }, (_, at) => {
    const cell = written[at] ?? '';
    return /^:?-+:?$/.test(cell) ? cell : '---';
  });
  return `|${cells.join('|')}|`;
}

function countCells(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).length;
}

/** Completes open syntax in the last paragraph, item, heading or cell. Adds a delimiter row to the head of a table. */
function completeEnd(text: string): string {
  if (/\n[ \t]*\n$/.test(text)) return text; // the last paragraph has ended
  const at = text.replace(/\n+$/, '').lastIndexOf('\n') + 1;
  const line = text.slice(at);
  // `<br>` is allowed in table cells. It is cut in every line, because a table row may begin without `|`.
  if (unfinishedBreak.test(line)) return completeEnd(text.replace(unfinishedBreak, ''));
  if (/^[ \t]*\|/.test(line)) return completeRow(text, at);
  const start = textStart(text, at);
  return text.slice(0, start) + completeInline(text.slice(start));
}

/** Completes the last cell of a table row that starts at `at`. Adds a delimiter row below the first row of a table. */
function completeRow(text: string, at: number): string {
  const row = text.slice(at).trimEnd();
  const cell = row.endsWith('|') ? row.length : Math.max(row.search(/(?<!\\)\|(?!.*(?<!\\)\|)/), 0) + 1;
  const shown = `${row.slice(0, cell)}${completeInline(row.slice(cell))}`;
  const above = text.slice(text.lastIndexOf('\n', at - 2) + 1, Math.max(at - 1, 0));
  if (/^[ \t]*\|/.test(above)) return text.slice(0, at) + shown;
  const head = /(?<!\\)\|$/.test(shown) ? shown : `${shown} |`;
  return `${text.slice(0, at)}${head}\n${delimiterRowFor(head, '')}`;
}

/** Returns the start of the last run of text that can contain emphasis: after a blank line or a line prefix. */
function textStart(text: string, at: number): number {
  for (let start = at; ; start = text.lastIndexOf('\n', start - 2) + 1) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end);
    const prefixLength = linePrefix.exec(line)?.[0].length;
    if (prefixLength !== undefined) return start + prefixLength;
    if (line.trim() === '' && start < at) return Math.min(end + 1, at);
    if (start === 0) return 0;
  }
}

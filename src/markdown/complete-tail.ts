import { completeInline } from './complete-inline.js';

/**
 * The last line may be the beginning of something else: of a list, a heading, a line below one, a fence, a row, a
 * definition.
 */
const unfinished = [
  /^[ \t>]*(?:[-+*]|\d{1,9}[.)]|#{1,6})?[ \t]*$/,
  /^[ \t>]*(?:-+|=+|\*{1,3}|_{1,3}|`{1,2}|~{1,2})[ \t]*$/,
  /^[ \t>]*[-+*] +\[[ x]?\]?[ \t]*$/i,
  /^[ \t>]*(?:\d{1,9}[.)]|[-+*]) +(?:[-+*]|#{1,6}|\*\*)[ \t]*$/,
  /^[ \t]*\|[| \t]*$/,
  /^ {0,3}\[[^\]]*\]:[ \t]*\S*$/,
];

/** The prefix of a line: the marks of quotes, lists and headings. */
const lineStart = /^[ \t]*(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t]))[ \t]*)+/;

/** The beginning of a tag that breaks a line. */
const openBreak = /<(?:b(?:r ?\/?)?)?$/i;

/** An unfinished row of dashes below the head of a table. */
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
    const isClosing = /^[ \t>]*(?:`+|~+)[ \t]*$/.test(line) && line.includes(fence.mark);
    return fence.start === at || isClosing ? text.slice(0, at) : text;
  }
  const isBegun = line !== '' && unfinished.some((form) => form.test(line));
  return completeDelimiter(text, at) ?? completeEnd(isBegun ? text.slice(0, at) : text);
}

/** Returns the fence that is open at the end: the start of its line, and the character that closes it. */
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

/** Completes the last line if it is the row of dashes below the head of a table. */
function completeDelimiter(text: string, at: number): string | undefined {
  const line = text.slice(at);
  const [head = '', before = ''] = text.slice(0, at).split('\n').slice(-3).reverse().slice(1);
  // Below a row that is not the first of its table, dashes are cells.
  if (!delimiterRow.test(line) || !head.includes('|') || before.includes('|')) return undefined;
  const isTable = line.includes('|') || head.trim().startsWith('|');
  return isTable ? text.slice(0, at) + delimiterOf(head, line) : undefined;
}

/** Returns a row of dashes with as many columns as the head, aligned as far as that is written. */
function delimiterOf(head: string, line: string): string {
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

/**
 * Completes open syntax in the last paragraph, item, heading or cell; adds the row of dashes to the first row of a
 * table.
 */
function completeEnd(text: string): string {
  if (/\n[ \t]*\n$/.test(text)) return text; // it has ended
  const at = text.replace(/\n+$/, '').lastIndexOf('\n') + 1;
  const line = text.slice(at);
  // In the cell of a table it breaks a line, and not every row begins with `|`.
  if (openBreak.test(line)) return completeEnd(text.replace(openBreak, ''));
  if (/^[ \t]*\|/.test(line)) return completeRow(text, at);
  const start = textStart(text, at);
  return text.slice(0, start) + completeInline(text.slice(start));
}

function completeRow(text: string, at: number): string {
  const row = text.slice(at).trimEnd();
  const cell = row.endsWith('|') ? row.length : Math.max(row.search(/(?<!\\)\|(?!.*(?<!\\)\|)/), 0) + 1;
  const shown = `${row.slice(0, cell)}${completeInline(row.slice(cell))}`;
  const above = text.slice(text.lastIndexOf('\n', at - 2) + 1, Math.max(at - 1, 0));
  if (/^[ \t]*\|/.test(above)) return text.slice(0, at) + shown;
  const head = /(?<!\\)\|$/.test(shown) ? shown : `${shown} |`;
  return `${text.slice(0, at)}${head}\n${delimiterOf(head, '')}`;
}

/** Returns the start of the last block of text: emphasis never crosses it. */
function textStart(text: string, at: number): number {
  for (let start = at; ; start = text.lastIndexOf('\n', start - 2) + 1) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end);
    const marks = lineStart.exec(line)?.[0].length;
    if (marks !== undefined) return start + marks;
    if (line.trim() === '' && start < at) return Math.min(end + 1, at);
    if (start === 0) return 0;
  }
}

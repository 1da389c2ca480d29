function longestRun(text: string, pattern: RegExp): number {
  return Math.max(0, ...[...text.matchAll(pattern)].map((match) => match[0].length));
}

/** Formats a short text as inline code, with any backticks. Line breaks become spaces. */
export function code(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ');
  const fence = '`'.repeat(longestRun(line, /`+/g) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

const MAX_LINES = 30;
const MAX_LINE = 200;

/** Formats a longer text as a code block that its content cannot close, cut to a length for chats. */
export function codeBlock(text: string): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} \u2026` : line));
  const rest = lines.length - shown.length;
  if (rest > 0) shown.push(`\u2026 ${rest} more ${rest === 1 ? 'line' : 'lines'}`);
  const body = shown.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(body, /`+/g) + 1));
  return `${fence}\n${body}\n${fence}`;
}

/** Formats a text of a person or a tool: on one line, cut, and as code if it contains Markdown syntax. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > 300 ? `${line.slice(0, 300)} \u2026` : line;
  return /[\\`*_[\]<>#!|~&]|https?:/.test(cut) ? code(cut) : `\u201c${cut}\u201d`;
}

/** Formats a short single line as inline code, and a longer text as a block. */
export function shortly(text: string): string {
  return text.length <= 60 && !/[\r\n]/.test(text) ? code(text) : `${text.length} characters`;
}

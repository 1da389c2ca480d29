import { isList, isRecord } from '../protocol/base/record.js';

/** Limits on a server's data. Servers are untrusted; honest ones stay far below. */
export const limits = {
  /** The number of tools of a server. */
  tools: 1_000,
  /** The length of a tool's name. */
  name: 128,
  /** The length of a server's texts for the model: descriptions, errors. */
  description: 10_000,
  /** The length of the display name of a server or a tool. */
  title: 80,
  /** The length of an elicitation's message on a card. The form shows the whole message. */
  summary: 300,
  /** The length of an elicitation's message. */
  message: 10_000,
  /** The length of a schema as JSON, and its depth. */
  schema: 200_000,
  schemaDepth: 64,
  /** The number of fields of a form. */
  fields: 100,
  /** The length of a result as JSON, and the number of its parts. */
  result: 20_000_000,
  parts: 1_000,
  /** The length of a page's URL. */
  url: 2_048,
  /** The number of progress reports of a call that are all accepted. After that, one per second is. */
  progress: 1_000,
  /** The length of a progress report as JSON, and its depth. */
  progressSize: 2_000,
  progressDepth: 8,
  /** The number of times per minute that a server's tools are listed. */
  listings: 20,
} as const;

/** Truncates a string. A surrogate pair is not split. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 2);
  const end = last >= 0xd800 && last < 0xdc00 ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}

/** Returns `true` when a value is within this length, as JSON, and this depth. It stops at the first excess. */
export function isWithinSize(
  value: unknown,
  { letters, depth }: { readonly letters: number; readonly depth: number },
): boolean {
  let left = letters;
  let open: unknown[] = [value];
  for (let level = 0; open.length > 0; level++) {
    if (level > depth) return false;
    const inner: unknown[] = [];
    for (const one of open) {
      left -= typeof one === 'string' ? one.length + 2 : 4;
      if (isList(one)) for (const item of one) inner.push(item);
      else if (isRecord(one)) {
        for (const [name, member] of Object.entries(one)) {
          left -= name.length + 3;
          inner.push(member);
        }
      }
      if (left < 0) return false;
    }
    open = inner;
  }
  return true;
}

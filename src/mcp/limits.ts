import { isList, isRecord } from '../protocol/base/record.js';

/** What is taken of a server. Servers belong to other people, and honest ones stay far below. */
export const limits = {
  /** How many tools one server may have. */
  tools: 1_000,
  /** Letters of the name of a tool. */
  name: 128,
  /** Letters of what a server says to the model: descriptions, errors. */
  description: 10_000,
  /** Letters of what people read as the name of a server, or as the title of a tool. */
  title: 80,
  /** Letters of a question as a card shows it first; the whole of it is in the form. */
  summary: 300,
  /** Letters of a question. */
  message: 10_000,
  /** Letters of a schema, as JSON, and how deep it may be. */
  schema: 200_000,
  schemaDepth: 64,
  /** Fields of a form. */
  fields: 100,
  /** Letters of a result, as JSON, and how many parts it may have. */
  result: 20_000_000,
  parts: 1_000,
  /** Letters of the address of a page. */
  url: 2_048,
  /** How many reports of progress of one call are all taken. After them, one a second is. */
  progress: 1_000,
  /** Letters of a report of progress, as JSON, and how deep it may be. */
  progressSize: 2_000,
  progressDepth: 8,
  /** How often a minute a server is asked for its tools again. */
  listings: 20,
} as const;

/** A text, cut where it is too long. Half a character is not left. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 2);
  const end = last >= 0xd800 && last < 0xdc00 ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}

/** True when a value is no larger, as JSON, and no deeper than that. Stops counting once it is. */
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

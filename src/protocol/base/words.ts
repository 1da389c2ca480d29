/** Returns ids or names as a list for an error message. */
export function quoteList(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.map((id) => `'${id}'`).join(', ');
}

/** Returns a tool's name as words for people: `delete_file` and `deleteFile` become `Delete file`. */
export function toTitle(toolName: string): string {
  const words = toolName
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? toolName : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The longest title, name or other label, in UTF-16 units. */
const maxLabel = 300;

/**
 * Returns a label of foreign origin (a title, a name, a line in a list) cut to a length that a page can show. A cut
 * label ends with an ellipsis. What a person decides about (inputs, previews) is never cut here.
 */
export function boundedText(text: string, length: number = maxLabel): string {
  if (text.length <= length) return text;
  // Not in the middle of a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Returns a title that people can read: the given one, or the tool's name in words where it is not a string or blank.
 */
export function titleOr(title: unknown, toolName: string): string {
  return boundedText(typeof title === 'string' && title.trim() !== '' ? title : toTitle(toolName));
}

/** Returns a value as a string for a message. Unlike `String()`, it never throws, also for `{ "toString": 1 }`. */
export function safeString(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that cannot be put into words';
  }
}

/** The largest distance of a date from 1970, in milliseconds: some 270,000 years. */
const farthest = 8.64e15;

/** Returns a time in ISO 8601 for `<time>`, or `undefined` beyond the range of dates, which is as good as never. */
export function isoTime(at: number): string | undefined {
  return Math.abs(at) <= farthest ? new Date(at).toISOString() : undefined;
}

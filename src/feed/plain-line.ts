/** The marks of Markdown that stand around or before words, with the words that stay. */
const marks: readonly (readonly [RegExp, string])[] = [
  // A fence around code, a heading, a quote or an item of a list. Lines may have been joined already.
  [/^[ \t]*(?:```|~~~)[^\n]*$/gm, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, ''],
  [/^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*:?-*:?[ \t]*$/gm, ''],
  [/!?\[([^[\]\n]*)\]\([^()\s]*(?:[ \t]"[^"\n]*")?\)/g, '$1'],
  [/(\*\*|~~)(?=\S)([^*~\n]{0,200}\S)\1/g, '$2'],
  // One mark may belong to a name or a pattern, unless it stands at the edge of a word.
  [/(?<=^|[\s("'«])(\*|__?)(?=[^\s*_])([^*_\n]{0,200})(?<=[^\s*_])\1(?=$|\s|[.,;:!?)"'»](?!\w))/gm, '$2'],
  [/(`+)([^`\n]{1,200})\1(?!`)/g, '$2'],
];

/** Returns a text without the marks of Markdown, for a row that shows plain text. Marks that do not pair up stay. */
export function withoutMarkdown(text: string): string {
  let plain = text;
  for (const [mark, words] of marks) plain = plain.replace(mark, words);
  return plain;
}

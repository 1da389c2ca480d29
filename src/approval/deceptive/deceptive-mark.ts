/** What a string is, which decides what is ordinary in it: a right-to-left mark is in Hebrew prose, and is not in a path. */
export type TextKind = 'text' | 'path' | 'url' | 'host' | 'code';

/** A part of a text, from `start` up to `end`. */
export interface Span {
  /** Where it begins, in UTF-16 code units. */
  readonly start: number;
  /** Where it ends (exclusive), in UTF-16 code units. */
  readonly end: number;
  /** What is there, as it is. Never put it on screen unescaped: it is what deceives. */
  readonly text: string;
}

/** Characters that deceive, and where they are. */
export interface Characters extends Span {
  /** The code points, such as `U+202E` or `U+200B U+200D`; the first eight different ones. */
  readonly label: string;
}

/**
 * One thing in a text that does not look like what it is. Marks may lie within each other: a hidden character in a mixed word.
 *
 * - `bidi-control`: reorders what follows on screen.
 * - `invisible`: takes no room or shows nothing; `hidden` is the text that it smuggles, where it is known how.
 * - `control`: a control character, a terminal's escape sequence, half of a surrogate pair.
 * - `stacked`: more accents on one letter than any language has, which cover the lines around.
 * - `look-alike`: reads as the ASCII text `looksLike`, and is not.
 * - `mixed-script`: a word with letters of several scripts, named as Unicode does.
 * - `punycode`: a label of a host that is not ASCII, in both forms. `decoded` is missing when there is no valid one; `looksLike` is
 *   there when the label without its accents is ASCII.
 * - `userinfo`: what stands before the `@` of a URL, which goes to `host`.
 * - `numeric-host`: a host written as one number, in hexadecimal, octal or short, which is the address `host`.
 * - `scheme`: the beginning of a URL that leads nowhere: what runs or is shown is written in the URL itself.
 * - `traversal`: `..` after a named folder, or written in escapes; the path leads to `resolved`.
 * - `extension`: an extension that runs, behind one that does not: where extensions are hidden, the name is another.
 * - `location`: the beginning of a path that leads to another computer, past the file system (`\\\\?\\`), or to the home of a person.
 * - `stream`: what follows the colon in `file:stream`: on Windows it is another content of the same file.
 * - `padding`: blanks that push text out of view, or that a file system drops from the end of a name, like dots.
 * - `long`: all that is beyond `limit` UTF-16 code units.
 */
export type DeceptiveMark =
  | (Characters & { readonly kind: 'bidi-control' | 'control' | 'stacked' })
  | (Characters & { readonly kind: 'invisible'; readonly hidden?: string })
  | (Characters & { readonly kind: 'look-alike'; readonly looksLike: string })
  | (Span & { readonly kind: 'mixed-script'; readonly scripts: readonly string[] })
  | (Span & {
      readonly kind: 'punycode';
      readonly ascii: string;
      readonly decoded?: string;
      readonly scripts: readonly string[];
      readonly looksLike?: string;
    })
  | (Span & { readonly kind: 'userinfo' | 'numeric-host'; readonly host: string })
  | (Span & { readonly kind: 'scheme'; readonly scheme: string })
  | (Span & { readonly kind: 'extension'; readonly extension: string })
  | (Span & { readonly kind: 'traversal'; readonly resolved: string })
  | (Span & { readonly kind: 'location'; readonly place: 'computer' | 'device' | 'home' })
  | (Span & { readonly kind: 'stream' })
  | (Span & { readonly kind: 'padding' })
  | (Span & { readonly kind: 'long'; readonly limit: number });

/** How many marks a text gets. Nobody looks at more, and a page has to show each. */
export const maxMarks = 2_000;

/** The place of a part of a text. */
export function spanOf(text: string, start: number): Span {
  return { start, end: start + text.length, text };
}

/** The place of characters, with their code points. */
export function charactersAt(text: string, start: number): Characters {
  const names = new Set<string>();
  for (const character of text) {
    if (names.size > 8) break;
    names.add(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  }
  const [first, ...more] = [...names].slice(0, 8);
  return { ...spanOf(text, start), label: [first, ...more, ...(names.size > 8 ? ['…'] : [])].join(' ') };
}

/** Moves marks that were found in a part of a text to where the part begins. */
export function shiftMarks(marks: readonly DeceptiveMark[], by: number): readonly DeceptiveMark[] {
  return by === 0 ? marks : marks.map((mark) => ({ ...mark, start: mark.start + by, end: mark.end + by }));
}

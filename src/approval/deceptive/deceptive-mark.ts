/**
 * The kind of a string, which decides what is ordinary in it: a right-to-left mark is common in Hebrew prose, but not
 * in a path.
 */
export type TextKind = 'text' | 'path' | 'url' | 'host' | 'code';

/** A part of a text. */
export interface Span {
  /** The start, in UTF-16 code units. */
  readonly start: number;
  /** The end (exclusive), in UTF-16 code units. */
  readonly end: number;
  /** The text of this part, unescaped. Escape it before rendering, because it is deceptive. */
  readonly text: string;
}

/** Deceptive characters with their position. */
export interface Characters extends Span {
  /** The code points, such as `U+202E` or `U+200B U+200D`; the first eight distinct ones. */
  readonly label: string;
}

/**
 * A deceptive part of a text. Marks can be nested: a hidden character in a word with mixed scripts.
 *
 * - `bidi-control`: reorders the following text on screen.
 * - `invisible`: has no width or shows nothing; `hidden` is the encoded text, if it can be decoded.
 * - `control`: a control character, a terminal escape sequence, or an unpaired surrogate.
 * - `stacked`: more accents on one letter than any language has; they overlap other lines.
 * - `look-alike`: looks like the ASCII text `looksLike`.
 * - `mixed-script`: a word with letters of several scripts, named as in Unicode.
 * - `punycode`: a host label with non-ASCII characters, in both forms. `decoded` is missing if it is
 *   invalid; `looksLike` is set if the label without its accents is ASCII.
 * - `userinfo`: the text before the `@` of a URL, whose host is `host`.
 * - `numeric-host`: an IP address in an unusual notation (one number, hexadecimal, octal or shortened); `host` is the
 *   usual one.
 * - `scheme`: the start of a URL without a host, whose content is executed or shown itself.
 * - `traversal`: `..` after a named folder, or in escapes; the path refers to `resolved`.
 * - `extension`: an executable extension after another one. Systems that hide extensions show only the first.
 * - `location`: the start of a path on another computer, of a device (`\\\\?\\`), or of a person's home folder.
 * - `stream`: the part after the colon in `file:stream`, which is other content of the same file on Windows.
 * - `padding`: spaces that push text out of view, or spaces and dots that some file systems drop from a name.
 * - `long`: the text beyond `limit` UTF-16 code units.
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

/** The maximum number of marks of a text. More are not useful, and a page has to render each. */
export const maxMarks = 2_000;

/** Returns the span of a part of a text. */
export function spanOf(text: string, start: number): Span {
  return { start, end: start + text.length, text };
}

/** Returns the span of characters, with their code points. */
export function charactersAt(text: string, start: number): Characters {
  const names = new Set<string>();
  for (const character of text) {
    if (names.size > 8) break;
    names.add(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  }
  const [first, ...more] = [...names].slice(0, 8);
  return { ...spanOf(text, start), label: [first, ...more, ...(names.size > 8 ? ['…'] : [])].join(' ') };
}

/** Shifts marks that were found in a part of a text by the part's start. */
export function shiftMarks(marks: readonly DeceptiveMark[], by: number): readonly DeceptiveMark[] {
  return by === 0 ? marks : marks.map((mark) => ({ ...mark, start: mark.start + by, end: mark.end + by }));
}

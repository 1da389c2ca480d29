/** A part of a regular expression. Captures are omitted: a test only needs to know that the pattern matches. */
export type PatternNode =
  /** One code point that `source`, an ECMAScript atom such as `\d` or `[a-z]`, matches. */
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly type: 'anchor'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | {
      readonly type: 'look';
      readonly node: PatternNode;
      readonly direction: 'ahead' | 'behind';
      readonly isNegated: boolean;
    };

/** A pattern that is invalid or cannot be matched in linear time. */
export class UnsupportedPattern extends Error {}

/** The maximum depth of nested groups. The parser is recursive, so it has to stop before the stack overflows. */
const maxDepth = 100;

/**
 * Parses an ECMAScript regular expression with the `u` flag.
 *
 * @throws UnsupportedPattern for a syntax error, a back reference, or inline flags.
 */
export function parsePattern(pattern: string): PatternNode {
  // The platform rejects all syntax errors, so the parser below only needs to find the structure. Nothing is matched.
  const valid = [pattern, toUnicodeMode(pattern)].find(isValid);
  if (valid === undefined) throw new UnsupportedPattern('The pattern is not a valid regular expression.');
  return new PatternParser(valid).parseChoice(0);
}

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A class, an escape, a quantifier, or one character. */
const pieces = /\[(?:[^\]\\]|\\[\s\S])*\]|\\(?:[pPu]\{[^}]*\}|[\s\S])|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * Returns an equivalent pattern that is valid with the `u` flag. Servers in other languages write redundant escapes
 * (`[\w\_\@]`, `a\-b`) and unescaped braces, which are only valid without the flag. Letter escapes such as `\A` and
 * `\Z` are left unchanged, because they have a meaning in other languages.
 */
function toUnicodeMode(pattern: string): string {
  return pattern.replace(pieces, (piece) => {
    if (piece.startsWith('['))
      return piece.replace(/\\([\s\S])/g, (all, one: string) => (redundantEscape.test(one) ? one : all));
    if (/^[{}\]]$/.test(piece)) return `\\${piece}`;
    return piece === '\\-' || (piece.length === 2 && redundantEscape.test(piece.charAt(1))) ? piece.slice(1) : piece;
  });
}

/** Characters that never need an escape. `-` is not one of them, because it has a meaning in a class. */
const redundantEscape = /^[ !"#%&',:;<=>@_`~]$/;

/** An escape of one code point. A surrogate pair of `\u` escapes is one code point, too. */
const characterEscape =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^kbB1-9])/uy;
const characterClass = /\[(?:[^\]\\]|\\[\s\S])*\]/uy;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const groupStart = /\((?:\?(?::|<[^=!][^>]*>|(<?)([=!])))?/uy;

class PatternParser {
  readonly #pattern: string;
  #position = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Parses alternatives until the end of the enclosing group. */
  parseChoice(depth: number): PatternNode {
    if (depth > maxDepth) throw new UnsupportedPattern('The pattern has too many nested groups.');
    const options = [this.#parseSequence(depth)];
    while (this.#peek() === '|') {
      this.#position += 1;
      options.push(this.#parseSequence(depth));
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
  }

  #parseSequence(depth: number): PatternNode {
    const nodes: PatternNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      nodes.push(this.#parseQuantifier(this.#parseAtom(next, depth)));
    }
    return { type: 'sequence', nodes };
  }

  #parseAtom(next: string, depth: number): PatternNode {
    if (next === '^' || next === '$') return this.#anchor(1, next === '^' ? 'start' : 'end');
    if (next === '(') return this.#parseGroup(depth);
    if (next === '[') return { type: 'character', source: this.#take(characterClass) };
    if (next !== '\\') return { type: 'character', source: this.#takeCodePoint() };
    const escaped = this.#pattern[this.#position + 1];
    if (escaped === 'b' || escaped === 'B') return this.#anchor(2, escaped === 'b' ? 'boundary' : 'inside');
    return { type: 'character', source: this.#take(characterEscape) };
  }

  #anchor(length: number, at: Extract<PatternNode, { type: 'anchor' }>['at']): PatternNode {
    this.#position += length;
    return { type: 'anchor', at };
  }

  #parseGroup(depth: number): PatternNode {
    const [, behind, look] = this.#match(groupStart) ?? this.#refuse();
    // Inline flags, such as `(?i:`, are not supported.
    if (this.#peek() === '?') this.#refuse();
    const node = this.parseChoice(depth + 1);
    this.#position += 1;
    if (look === undefined) return node;
    return { type: 'look', node, direction: behind === '<' ? 'behind' : 'ahead', isNegated: look === '!' };
  }

  #parseQuantifier(node: PatternNode): PatternNode {
    const found = this.#match(quantifier);
    if (found === undefined) return node;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined)
      return { type: 'repeat', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(least);
    return { type: 'repeat', node, min, max: comma === undefined ? min : most === '' ? Infinity : Number(most) };
  }

  #peek(): string | undefined {
    return this.#pattern[this.#position];
  }

  #takeCodePoint(): string {
    const taken = String.fromCodePoint(this.#pattern.codePointAt(this.#position) ?? 0);
    this.#position += taken.length;
    return taken;
  }

  #take(part: RegExp): string {
    const [taken] = this.#match(part) ?? this.#refuse();
    return taken;
  }

  #match(part: RegExp): RegExpExecArray | undefined {
    part.lastIndex = this.#position;
    const found = part.exec(this.#pattern) ?? undefined;
    this.#position += found?.[0].length ?? 0;
    return found;
  }

  #refuse(): never {
    throw new UnsupportedPattern('The pattern has a back reference or inline flags.');
  }
}

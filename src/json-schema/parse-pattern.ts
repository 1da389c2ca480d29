/** A part of a regular expression. Captures are left out: a test only asks whether there is a match. */
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

/** A pattern that cannot be matched in linear time, or is not a valid one. */
export class UnsupportedPattern extends Error {}

/** Groups within groups. A parser that calls itself must end before the stack does. */
const maxDepth = 100;

/**
 * Parses a regular expression of ECMAScript with the `u` flag.
 *
 * @throws UnsupportedPattern for a syntax error, a back reference, or inline flags.
 */
export function parsePattern(pattern: string): PatternNode {
  // Refuses all syntax errors, so that the parser below only has to find the structure. Nothing is matched.
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
 * A pattern with the same meaning that is valid with the `u` flag. Servers in other languages write escapes that nobody needs (`[\w\_\@]`, `a\-b`)
 * and bare braces, which are only valid without the flag. Letters are left as they are, since `\A` or `\Z` means something elsewhere.
 */
function toUnicodeMode(pattern: string): string {
  return pattern.replace(pieces, (piece) => {
    if (piece.startsWith('['))
      return piece.replace(/\\([\s\S])/g, (all, one: string) => (needless.test(one) ? one : all));
    if (/^[{}\]]$/.test(piece)) return `\\${piece}`;
    return piece === '\\-' || (piece.length === 2 && needless.test(piece.charAt(1))) ? piece.slice(1) : piece;
  });
}

/** Signs without a meaning of their own. A `-` has one in a class. */
const needless = /^[ !"#%&',:;<=>@_`~]$/;

/** Backslash escapes of one code point. A pair of `\u` escapes is one code point, too. */
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

  /** Parses alternatives until the end of the group that they are in. */
  parseChoice(depth: number): PatternNode {
    if (depth > maxDepth) throw new UnsupportedPattern('The pattern has too many groups within groups.');
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
    // Inline flags: `(?i:`
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

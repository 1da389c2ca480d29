interface Span {
  /** The start index in the text. */
  readonly start: number;
  readonly end: number;
}

/** A token of a request: a quotation, a word, or a separator. */
export type Token =
  | (Span & { readonly kind: 'quoted'; readonly value: string })
  | (Span & { readonly kind: 'word'; readonly value: string })
  | (Span & { readonly kind: 'break'; readonly value: 'and' | ',' | 'end' });

const FENCE = /```(?:[\w-]*\r?\n)?([\s\S]*?)\r?\n?```/y;
const QUOTES = [
  /`([^`]*)`/y,
  /"([^"]*)"/y,
  /\u201c([^\u201d]*)\u201d/y,
  /\u2018([^\u2019]*)\u2019/y,
  /'([^']*)'(?!\w)/y,
];
const BLANK = /[^\S\n]+/y;
const SENTENCE_END = /[\n;!?]|\.(?=\s|$)/y;
// A dot belongs to a word when something follows it: `.env`, `notes/todo.md`.
const WORD = /(?:[^\s.,;:!?]|[.,:!?](?=[^\s.,;:!?`"\u201c]))+/y;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, pattern.flags);
  sticky.lastIndex = index;
  return sticky.exec(text);
}

function quotedAt(text: string, start: number): Token | null {
  for (const pattern of [FENCE, ...QUOTES]) {
    const match = matchAt(pattern, text, start);
    if (match !== null) return { kind: 'quoted', value: match[1] ?? '', start, end: start + match[0].length };
  }
  return null;
}

function markAt(text: string, start: number): Token | null {
  if (text[start] === ',') return { kind: 'break', value: ',', start, end: start + 1 };
  if (matchAt(SENTENCE_END, text, start) === null) return null;
  return { kind: 'break', value: 'end', start, end: start + 1 };
}

function wordAt(text: string, start: number): Token | null {
  const word = matchAt(WORD, text, start)?.[0];
  if (word === undefined) return null;
  const end = start + word.length;
  if (/^(?:and|then|&)$/i.test(word)) return { kind: 'break', value: 'and', start, end };
  return { kind: 'word', value: word, start, end };
}

/** Splits a request into tokens. Quoted text is one token, never a separator or a command. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (index < text.length) {
    const blank = matchAt(BLANK, text, index);
    if (blank !== null) {
      index += blank[0].length;
      continue;
    }
    const token = quotedAt(text, index) ?? markAt(text, index) ?? wordAt(text, index);
    if (token !== null) tokens.push(token);
    index = token === null ? index + 1 : token.end;
  }
  return tokens;
}

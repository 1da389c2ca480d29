import { type Token, tokenise } from './tokens.js';

/** Reads a request from left to right; a rule that does not fit goes back to where it began. */
export class Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  index = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenise(text);
  }

  /** The token ahead, or the one `offset` further. */
  peek(offset = 0): Token | undefined {
    return this.tokens[this.index + offset];
  }

  /** The word ahead in lower case; the empty string when it is something else. */
  word(offset = 0): string {
    const token = this.peek(offset);
    return token?.kind === 'word' ? token.value.toLowerCase().replaceAll('\u2019', "'") : '';
  }

  atBreak(): boolean {
    const token = this.peek();
    return token === undefined || token.kind === 'break';
  }

  /** Goes past the next word when it is one of these. */
  take(words: ReadonlySet<string>): string | null {
    const word = this.word();
    if (word === '' || !words.has(word)) return null;
    this.index += 1;
    return word;
  }

  /** Goes past all following words that are among these. */
  skip(words: ReadonlySet<string>): string[] {
    const skipped: string[] = [];
    for (let word = this.take(words); word !== null; word = this.take(words)) skipped.push(word);
    return skipped;
  }

  /** Goes past a phrase that must stand here word by word; one entry may offer several words: `what|which`. */
  takePhrase(phrase: string): boolean {
    const words = phrase.split(' ');
    const fits = words.every((alternatives, offset) => alternatives.split('|').includes(this.word(offset)));
    if (fits) this.index += words.length;
    return fits;
  }

  skipBreaks(): void {
    while (this.peek()?.kind === 'break') this.index += 1;
  }

  /** The request's own spelling from one token up to another. */
  slice(from: number, to: number): string {
    const [first, last] = [this.tokens[from], this.tokens[to - 1]];
    return first === undefined || last === undefined ? '' : this.text.slice(first.start, last.end);
  }

  /** Runs a rule, and goes back when it does not fit. */
  attempt<T>(rule: () => T | null): T | null {
    const start = this.index;
    const result = rule();
    if (result === null) this.index = start;
    return result;
  }
}

/** A set of the words in a sentence. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

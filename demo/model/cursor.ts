import { type Token, tokenise } from './tokens.js';

/** A position in a request, which rules read from left to right. If a rule does not match, the position is restored. */
export class Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  index = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenise(text);
  }

  /** Returns the next token, or the one at an offset. */
  peek(offset = 0): Token | undefined {
    return this.tokens[this.index + offset];
  }

  /** Returns the next word in lower case, or an empty string if the next token is not a word. */
  word(offset = 0): string {
    const token = this.peek(offset);
    return token?.kind === 'word' ? token.value.toLowerCase().replaceAll('\u2019', "'") : '';
  }

  atBreak(): boolean {
    const token = this.peek();
    return token === undefined || token.kind === 'break';
  }

  /** Skips the next word if it is one of these. */
  take(words: ReadonlySet<string>): string | null {
    const word = this.word();
    if (word === '' || !words.has(word)) return null;
    this.index += 1;
    return word;
  }

  /** Skips all following words that are among these. */
  skip(words: ReadonlySet<string>): string[] {
    const skipped: string[] = [];
    for (let word = this.take(words); word !== null; word = this.take(words)) skipped.push(word);
    return skipped;
  }

  /** Skips a phrase if all of its words follow. An entry may have alternatives: `what|which`. */
  takePhrase(phrase: string): boolean {
    const words = phrase.split(' ');
    const fits = words.every((alternatives, offset) => alternatives.split('|').includes(this.word(offset)));
    if (fits) this.index += words.length;
    return fits;
  }

  skipBreaks(): void {
    while (this.peek()?.kind === 'break') this.index += 1;
  }

  /** Returns the original text between two tokens. */
  slice(from: number, to: number): string {
    const [first, last] = [this.tokens[from], this.tokens[to - 1]];
    return first === undefined || last === undefined ? '' : this.text.slice(first.start, last.end);
  }

  /** Runs a rule, and restores the position if it does not match. */
  attempt<T>(rule: () => T | null): T | null {
    const start = this.index;
    const result = rule();
    if (result === null) this.index = start;
    return result;
  }
}

/** Returns the set of words in a sentence. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

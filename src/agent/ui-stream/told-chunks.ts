import { isRecord } from '../../protocol/base/record.js';
import { hashText } from '../run/hash-text.js';

/** What a chunk of a replay is: told before, new, or another one than what was told in its place. */
type Recognized = 'told' | 'new' | 'other';

/** What came of a response, in a few letters for each chunk: enough to know it again where a server tells it from its beginning. */
export class ToldChunks {
  readonly #prints: string[] = [];
  readonly #data: Set<string> = new Set();

  add(chunk: unknown): void {
    const print = printOf(chunk);
    if (isData(chunk)) this.#data.add(print);
    else this.#prints.push(print);
  }

  /** Compares a replay, chunk by chunk, with what came before it began. */
  comparer(): (chunk: unknown) => Recognized {
    const prints = [...this.#prints];
    let [place, isNew] = [0, false];
    return (chunk) => {
      if (isNew) return 'new';
      // Servers do not keep all data that they send, such as signs of life.
      if (isData(chunk)) return place < prints.length || this.#data.has(printOf(chunk)) ? 'told' : 'new';
      if (place < prints.length) return printOf(chunk) === prints[place++] ? 'told' : 'other';
      isNew = true;
      return 'new';
    };
  }
}

function isData(chunk: unknown): boolean {
  return isRecord(chunk) && typeof chunk.type === 'string' && chunk.type.startsWith('data-');
}

function printOf(chunk: unknown): string {
  return hashText(JSON.stringify(chunk) ?? '');
}

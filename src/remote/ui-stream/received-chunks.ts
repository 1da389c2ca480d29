import { hashText } from '../../agent/run/hash-text.js';
import { isRecord } from '../../protocol/base/record.js';

/** The comparison of a replayed chunk: seen before, new, or different from the one seen at its position. */
type Recognized = 'told' | 'new' | 'other';

/**
 * Short fingerprints of the chunks of a response, to recognise them when a server sends it again from its beginning.
 */
export class ReceivedChunks {
  readonly #prints: string[] = [];
  readonly #data: Set<string> = new Set();

  add(chunk: unknown): void {
    const print = printOf(chunk);
    if (isData(chunk)) this.#data.add(print);
    else this.#prints.push(print);
  }

  /** Returns a function that compares a replay, chunk by chunk, with the response before it. */
  comparer(): (chunk: unknown) => Recognized {
    const prints = [...this.#prints];
    let [place, isNew] = [0, false];
    return (chunk) => {
      if (isNew) return 'new';
      // Servers do not store all data that they send, for example heartbeats.
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

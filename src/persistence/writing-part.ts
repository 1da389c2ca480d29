import { type LazyPart, lazyPart } from '../protocol/base/lazy-part.js';
import type { Writing } from './writing.js';

/** What writes to a storage: not needed to list and read what is kept. It is whole, or not there: nothing is ever half written for want of code. */
export const writingPart: LazyPart<Writing> = lazyPart<Writing>(async () => (await import('./writing.js')).writing);

/** Makes something of the code that writes, once that is there: the same for all who ask, in the order in which they do. */
export function onceWriting<T>(make: (writing: Writing) => T): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    const writing = await writingPart();
    made ??= make(writing);
    return made;
  };
}

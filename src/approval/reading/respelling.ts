/** Yields alternative readings of a string. A generator, so that the caller can stop at its limit. */
export type Respelling = (text: string) => Iterable<string>;

/** Gives what some system reads in place of a text. A generator, so that a long list ends where nobody asks for more. */
export type Respelling = (text: string) => Iterable<string>;

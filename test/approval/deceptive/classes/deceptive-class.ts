import type { DeceptiveMark, TextKind } from '../../../../src/approval/deceptive/deceptive-mark.js';

/** One way to deceive, with texts that do and honest ones that are close to it. */
export interface DeceptiveClass {
  readonly name: string;
  /** What the texts are said to be (`undefined`: nothing is said). Honest ones are looked at as the first. */
  readonly kinds: readonly (TextKind | undefined)[];
  /** The name of a member that may hold such a text. */
  readonly member?: string;
  /** The same for honest ones, where that name would say too much. */
  readonly honestMember?: string;
  /** Each deceptive text has one of these marks; an honest one has none at all. */
  readonly marks: readonly DeceptiveMark['kind'][];
  readonly deceptive: readonly string[];
  readonly honest: readonly string[];
}

/** One text a line, in the escapes of JSON. */
export function lines(list: string): readonly string[] {
  return list
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(`"${line}"`) as string); // a text in quotes
}

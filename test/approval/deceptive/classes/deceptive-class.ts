import type { DeceptiveMark, TextKind } from '../../../../src/approval/deceptive/deceptive-mark.js';

/** A class of deception, with deceptive texts and similar honest ones. */
export interface DeceptiveClass {
  readonly name: string;
  /** The kinds under which the texts are checked (`undefined`: guessed). Honest texts are checked under the first. */
  readonly kinds: readonly (TextKind | undefined)[];
  /** The name of a member that may contain such a text. */
  readonly member?: string;
  /** The name for honest texts, if they are legitimate only under another one. */
  readonly honestMember?: string;
  /** Each deceptive text has one of these marks; an honest one has no marks. */
  readonly marks: readonly DeceptiveMark['kind'][];
  readonly deceptive: readonly string[];
  readonly honest: readonly string[];
}

/** Parses texts, one per line, with JSON escapes. */
export function lines(list: string): readonly string[] {
  return list
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(`"${line}"`) as string); // a JSON string
}

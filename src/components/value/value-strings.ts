import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import type { Redaction } from '../../approval/redaction/redact.js';

/** How values are shown. */
export interface ValueStrings {
  readonly empty: string;
  readonly none: string;
  readonly raw: string;
  /** Stands above what runs where defaults or conversions change the input. */
  readonly willRunAs: string;
  /** Stands in place of what a default makes only then: an id, a time. */
  readonly madeWhenRun: string;
  /** Stands beside what JSON has no words for: a `Set`, a `bigint`. */
  readonly notAsItIs: (kind: string) => string;
  /** Nothing on this page could check the input. */
  readonly unchecked: string;
  readonly showAll: (lines: number, characters: number) => string;
  readonly showLess: string;
  /** Some of what is not shown yet: of a text its characters, of a list its items, of an object its fields. */
  readonly showMore: (more: number, left: number, unit: 'characters' | 'items' | 'fields') => string;
  /** Marks in the part of a text that is folded away. */
  readonly foldedMarks: (count: number) => string;
  readonly yes: string;
  readonly no: string;
  /** Said of JSON's `null`. */
  readonly nothing: string;
  /** Said of what is not there at all. */
  readonly absent: string;
  readonly emptyList: string;
  readonly emptyObject: string;
  /** A text of nothing but blanks. */
  readonly onlyBlanks: (count: number) => string;
  readonly list: (count: number) => string;
  readonly object: (count: number) => string;
  /** The literal of a number, where it is shown in the reader's own way. */
  readonly asWritten: (literal: string) => string;
  readonly writing: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly hidden: HiddenStrings;
}

/** Secrets that are not shown. */
export interface HiddenStrings {
  /** Stands in a text in place of a secret. */
  readonly gap: string;
  readonly chip: (redaction: Pick<Redaction, 'hidden' | 'unit'>) => string;
  readonly why: Readonly<Record<'key' | 'secret-text' | 'tool' | 'too-deep', string>>;
  readonly show: string;
  readonly showNamed: (name: string) => string;
  readonly showAll: (count: number) => string;
  /** What is read aloud after a press. */
  readonly nowShown: (name: string) => string;
  readonly nowHidden: (name: string) => string;
  /** The name of all hidden values, and of a value without a name. */
  readonly all: string;
  readonly unnamed: string;
  readonly note: (count: number) => string;
  readonly jsonNote: string;
}

/** Explains one kind of mark. The texts in the mark are safe to show: nothing in them is invisible, or turns what follows around. */
export type ExplainMark = {
  readonly [KIND in DeceptiveMark['kind']]: (mark: Extract<DeceptiveMark, { readonly kind: KIND }>) => string;
};

/** Text that does not look like what it is. */
export interface DeceptiveStrings {
  readonly title: string;
  /** Whole sentences. */
  readonly explain: ExplainMark;
  /** The few characters that stand beside the marked text; those of hidden characters are their code points. */
  readonly label: {
    readonly blanks: (count: number) => string;
    readonly notTheHost: string;
    /** Beside the beginning of a URL that leads nowhere. */
    readonly program: string;
    /** Beside an extension that runs, behind one that does not. */
    readonly runs: string;
    readonly unreadable: string;
    readonly long: string;
  };
  /** Where a marked text stands. */
  readonly inName: (path: string) => string;
  readonly times: (sentence: string, count: number) => string;
  readonly more: (count: number) => string;
}

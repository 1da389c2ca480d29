/** What a call would change. */
export interface PreviewStrings {
  readonly title: Readonly<Record<'diff' | 'table' | 'image' | 'json' | 'text', string>>;
  readonly loading: string;
  readonly failed: (message: string) => string;
  readonly retry: string;
  readonly diff: DiffStrings;
  readonly table: {
    readonly size: (rows: number, columns: number) => string;
    readonly showMore: (more: number, left: number) => string;
    readonly noRows: string;
  };
  readonly image: {
    /** A picture from elsewhere tells its server that someone looks. */
    readonly remote: (host: string) => string;
    readonly load: string;
    readonly failed: string;
  };
}

/** Differences between two texts. */
export interface DiffStrings {
  readonly layout: string;
  readonly unified: string;
  readonly split: string;
  readonly counts: (added: number, removed: number) => string;
  readonly created: (lines: number) => string;
  readonly emptied: (lines: number) => string;
  readonly same: string;
  readonly before: string;
  readonly after: string;
  /** Read aloud before a changed line. */
  readonly removed: (line: number) => string;
  readonly added: (line: number) => string;
  readonly unchanged: (count: number) => string;
  readonly showMore: (more: number, left: number) => string;
  readonly lineEndings: string;
  readonly finalNewline: Readonly<Record<'added' | 'removed', string>>;
  readonly hidden: string;
  readonly showHidden: (count: number) => string;
  readonly hiddenNote: string;
  /** A line that is too long to be shown whole. */
  readonly cut: (characters: number) => string;
  /** The texts are too different to be compared line by line. */
  readonly coarse: string;
  /** What compares could not be loaded. */
  readonly plain: string;
}

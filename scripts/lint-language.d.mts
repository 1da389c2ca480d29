/** A finding in one line. */
export interface Finding {
  readonly kind: 'relative-clause' | 'phrase' | 'title-phrase' | 'long-line' | 'banned-name';
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
}
/** The findings, and the number of doc comments in src. */
export interface LanguageReport {
  readonly findings: readonly Finding[];
  readonly docComments: number;
}
/** Checks the text of one file. */
export declare function checkLanguage(path: string, text: string, banned?: ReadonlySet<string>): LanguageReport;
/** Checks the whole project, or the files below one path. */
export declare function checkProject(below?: string): LanguageReport;

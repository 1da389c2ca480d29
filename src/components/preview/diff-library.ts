/** A range of the compared lists. */
interface Stretch<VALUE> {
  readonly value: VALUE;
  readonly added: boolean;
  readonly removed: boolean;
}

/** The functions of the package `diff` that are used. */
export interface DiffLibrary {
  /** Compares two lists; `undefined` when they differ in more than `maxEditLength` places. */
  readonly diffArrays: (
    before: string[],
    after: string[],
    options: { readonly maxEditLength: number },
  ) => readonly Stretch<readonly string[]>[] | undefined;
  /** Compares two lines by words. */
  readonly diffWordsWithSpace: (before: string, after: string) => readonly Stretch<string>[];
}

/** Loads the library when the first diff is shown. */
export async function loadDiffLibrary(): Promise<DiffLibrary> {
  return await import('diff');
}

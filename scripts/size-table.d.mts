/** Gzipped bytes by the name of a page; `undefined` where it cannot be built. */
export type PageSizes = ReadonlyMap<string, number | undefined>;
/** Returns a Markdown table of sizes before and after a change. */
export declare function sizeTable(before: PageSizes, after: PageSizes): string;

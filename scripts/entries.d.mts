/** The source file of each module in `exports` of package.json. */
export declare const entries: Readonly<Record<string, string>>;
/** The style sheet that all others are imported into. */
export declare const stylesheet: string;
/** Resolves the package's own name to its sources, for each module in `exports` of package.json. */
export declare const alias: { find: RegExp; replacement: string }[];

/** What `exports` in package.json points to. */
export declare const entries: Readonly<Record<string, string>>;
/** The style sheet that all others are imported into. */
export declare const stylesheet: string;
/** Leads the package's own name to its sources. */
export declare const alias: { find: RegExp; replacement: string }[];

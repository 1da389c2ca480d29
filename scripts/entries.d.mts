/** The source files of `exports` in package.json. */
export declare const entries: Readonly<Record<string, string>>;
/** The style sheet that imports all others. */
export declare const stylesheet: string;
/** The Vite aliases that resolve the name of the package to its sources. */
export declare const alias: { find: RegExp; replacement: string }[];

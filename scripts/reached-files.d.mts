/** Returns the targets of `exports` in package.json, without `./` at their beginning. */
export declare function exportTargets(root: string): readonly string[];
/** Returns the paths of all files that the entry points of the package in a folder reach. */
export declare function reachedFiles(root: string): ReadonlySet<string>;
/** Returns the files of `dist` that are not among the reached ones. */
export declare function unreachedFiles(root: string, reached: ReadonlySet<string>): readonly string[];

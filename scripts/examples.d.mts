/** The environment variables of a new user. */
export declare const strangersEnv: Readonly<NodeJS.ProcessEnv>;
/** The folders of `examples/`. */
export declare const exampleNames: readonly string[];
/** Packs the build as for publishing, into a folder. Returns the path of the file. */
export declare function packPackage(folder: string): Promise<string>;
/** Copies an example into a folder, and installs it with the packed package. Returns the path of the copy. */
export declare function installExample(
  name: string,
  options: { readonly folder: string; readonly tarball: string },
): Promise<string>;
/** Builds an installed example for production. */
export declare function buildExample(target: string): Promise<void>;
/** The example that has tests instead of a page. */
export declare const testedExample: string;
/** Runs the tests of an installed example, and returns what its runner printed. */
export declare function testExample(target: string): Promise<string>;
/** Returns the reason why npm packages cannot be installed, or `undefined` if they can. */
export declare function findRegistryProblem(): Promise<string | undefined>;
/** Returns the reason why Python packages cannot be installed, or `undefined` if they can. */
export declare function findPythonProblem(): Promise<string | undefined>;

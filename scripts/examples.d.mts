/** A stranger's environment. */
export declare const strangersEnv: Readonly<NodeJS.ProcessEnv>;
/** The folders of `examples/`. */
export declare const exampleNames: readonly string[];
/** Packs what was built, as it is published, into a folder. Gives the path of the file. */
export declare function packPackage(folder: string): Promise<string>;
/** Copies an example below a folder, and installs it with the packed package. Gives the path of the copy. */
export declare function installExample(
  name: string,
  options: { readonly folder: string; readonly tarball: string },
): Promise<string>;
/** Builds an installed example for production. */
export declare function buildExample(target: string): Promise<void>;
/** The example that has tests of its own in place of a page. */
export declare const testedExample: string;
/** Runs the tests of an installed example, and returns what its runner printed. */
export declare function testExample(target: string): Promise<string>;
/** Why nothing can be installed here; `undefined` where it can. */
export declare function findRegistryProblem(): Promise<string | undefined>;
/** Why nothing for Python can be installed here; `undefined` where it can. */
export declare function findPythonProblem(): Promise<string | undefined>;

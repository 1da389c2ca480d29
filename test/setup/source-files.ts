import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Source text by path, relative to the root of the repository, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the paths of all files below a folder of the repository, with forward slashes. Empty if the folder
 * is missing.
 */
export function listFiles(folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(start.length + 1))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}

/** Returns every TypeScript file below the folders. */
export function readSources(...folders: readonly string[]): Sources {
  const paths = folders.flatMap(listFiles).filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

import { WorkspaceError } from './errors.js';
import type { FileInFolder, Folder } from './folder.js';
import { splitPath } from './paths.js';

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;

/** Returns `null` if the folder does not exist. Throws `is-file` if the path is a file. */
export async function findFolder(
  root: Folder,
  folders: readonly string[],
  { create = false }: { create?: boolean } = {},
): Promise<Folder | null> {
  let folder = root;
  for (const [index, name] of folders.entries()) {
    try {
      folder = await folder.getDirectoryHandle(name, { create });
    } catch (error) {
      if (isNamed(error, 'NotFoundError')) return null;
      if (!isNamed(error, 'TypeMismatchError')) throw error;
      const path = folders.slice(0, index + 1).join('/');
      throw new WorkspaceError('is-file', `"${path}" is a file, so it cannot hold other files. Choose another folder.`);
    }
  }
  return folder;
}

/** The kind of entry at a path. */
export type FoundEntry =
  | { kind: 'file'; parent: Folder; handle: FileInFolder }
  | { kind: 'folder' }
  | { kind: 'nothing' };

/** Finds an entry by its path, without creating anything. */
export async function find(root: Folder, path: string): Promise<FoundEntry> {
  const { folders, name } = splitPath(path);
  const parent = await findFolder(root, folders);
  if (parent === null) return { kind: 'nothing' };
  try {
    return { kind: 'file', parent, handle: await parent.getFileHandle(name) };
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return { kind: 'nothing' };
    if (isNamed(error, 'TypeMismatchError')) return { kind: 'folder' };
    throw error;
  }
}

/** Writes a whole file. The browser replaces it on `close`, so that no reader sees a part of it. */
export async function writeFile(root: Folder, path: string, content: string | Blob): Promise<void> {
  const { folders, name } = splitPath(path);
  const parent = await findFolder(root, folders, { create: true });
  const handle = await parent?.getFileHandle(name, { create: true });
  if (handle === undefined) return;
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes folders that a change left empty, innermost first. An empty folder is invisible, and would only
 * block its name.
 */
export async function pruneEmptyFolders(root: Folder, folders: readonly string[]): Promise<void> {
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const folder = await findFolder(root, folders.slice(0, depth));
    if (folder === null) continue;
    for await (const _entry of folder.keys()) return;
    const parent = await findFolder(root, folders.slice(0, depth - 1));
    await parent?.removeEntry(folder.name);
  }
}

/** Yields every file below a folder with its relative path, in any order. */
export async function* walk(folder: Folder, prefix = ''): AsyncGenerator<{ path: string; file: File }> {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === 'directory') yield* walk(handle, `${prefix}${name}/`);
    else {
      // A file may be deleted after it was listed. It is then omitted.
      const file = await handle.getFile().catch(() => null);
      if (file !== null) yield { path: `${prefix}${name}`, file };
    }
  }
}

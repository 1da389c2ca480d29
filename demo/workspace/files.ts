import { find, pruneEmptyFolders, walk, writeFile } from './directory.js';
import { WorkspaceError } from './errors.js';
import type { FileInFolder, Folder } from './folder.js';
import { nearMatches } from './near-matches.js';
import { splitPath } from './paths.js';

/** A file in the tree. */
export interface FileEntry {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** A line that contains the searched text. */
export interface SearchMatch {
  readonly path: string;
  /** Starts at 1. */
  readonly line: number;
  readonly text: string;
}

const MAX_MATCHES = 200;
const MAX_SEARCHED_BYTES = 1_000_000;

/** Returns all files below a folder, sorted by path. */
export async function listFiles(root: Folder): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const { path, file } of walk(root)) {
    entries.push(Object.freeze({ path, size: file.size, modified: file.lastModified }));
  }
  return Object.freeze(entries.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

async function notFound(root: Folder, path: string): Promise<WorkspaceError> {
  const paths = (await listFiles(root)).map((entry) => entry.path);
  const near = nearMatches(path, paths).map((match) => `"${match}"`);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the files to see what is there.';
  return new WorkspaceError('not-found', `There is no file "${path}". ${hint}`);
}

const isFolder = (path: string): WorkspaceError =>
  new WorkspaceError('is-folder', `"${path}" is a folder, not a file. Name a file in it, such as "${path}/notes.md".`);

async function existing(root: Folder, path: string): Promise<{ parent: Folder; handle: FileInFolder }> {
  const found = await find(root, path);
  if (found.kind === 'file') return found;
  throw found.kind === 'folder' ? isFolder(path) : await notFound(root, path);
}

/** Returns the text of a file. */
export async function readText(root: Folder, path: string): Promise<string> {
  const { handle } = await existing(root, path);
  return (await handle.getFile()).text();
}

/** Creates or replaces a file, and creates missing folders. */
export async function writeText(root: Folder, path: string, content: string): Promise<void> {
  if ((await find(root, path)).kind === 'folder') throw isFolder(path);
  await writeFile(root, path, content);
}

/** Removes a file, and the folders that become empty. */
export async function removeFile(root: Folder, path: string): Promise<void> {
  const { parent, handle } = await existing(root, path);
  await parent.removeEntry(handle.name);
  await pruneEmptyFolders(root, splitPath(path).folders);
}

/** Moves a file, but never over another one. Copies the bytes, because not every browser has `move`. */
export async function renameFile(root: Folder, from: string, to: string): Promise<void> {
  const { handle } = await existing(root, from);
  if (from === to) return;
  const target = await find(root, to);
  if (target.kind === 'folder') throw isFolder(to);
  if (target.kind === 'file') {
    throw new WorkspaceError('already-exists', `"${to}" exists already. Choose another name, or delete it first.`);
  }
  await writeFile(root, to, await handle.getFile());
  await removeFile(root, from);
}

/** Returns every line that contains the text, in any case. Omits files that are too large for written text. */
export async function searchFiles(root: Folder, text: string): Promise<SearchMatch[]> {
  const wanted = text.toLowerCase();
  if (wanted.trim() === '')
    throw new WorkspaceError('invalid-query', 'The search text is empty. Say what to look for.');
  const matches: SearchMatch[] = [];
  for (const { path, size } of await listFiles(root)) {
    if (size > MAX_SEARCHED_BYTES) continue;
    const lines = (await readText(root, path)).split(/\r?\n/);
    for (const [index, line] of lines.entries()) {
      if (line.toLowerCase().includes(wanted)) matches.push({ path, line: index + 1, text: line });
      if (matches.length >= MAX_MATCHES) return matches;
    }
  }
  return matches;
}

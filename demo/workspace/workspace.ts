import { writeFile } from './directory.js';
import {
  type FileEntry,
  listFiles,
  readText,
  removeFile,
  renameFile,
  type SearchMatch,
  searchFiles,
  writeText,
} from './files.js';
import type { Folder } from './folder.js';
import { normalisePath } from './paths.js';
import { type FileLifetime, findPlace, type Place } from './place.js';
import { SEED } from './seed.js';

/**
 * Real files in the browser's origin private file system, shared by all tabs of this page. Browsers without it have
 * the files in memory.
 */
export interface Workspace {
  /** The lifetime of the files. */
  readonly keeping: FileLifetime;
  /** Returns all files, sorted by path. */
  list(): Promise<readonly FileEntry[]>;
  /** Returns the text of a file. */
  read(path: string): Promise<string>;
  /** Creates or replaces a file, and creates missing folders. */
  write(path: string, content: string): Promise<void>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Moves a file, but never over another one. */
  rename(from: string, to: string): Promise<void>;
  /** Returns the lines that contain a text, in any case. */
  search(text: string): Promise<readonly SearchMatch[]>;
  /**
   * Restores the initial files and removes all others. Returns a function that undoes this, and removes later
   * files.
   */
  reset(): Promise<() => Promise<void>>;
  /** Calls the listener after each change in this tab or another one. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Returns the files as of the last change. The array is the same until something changes, as
   * `useSyncExternalStore` requires.
   */
  getSnapshot(): readonly FileEntry[];
  /** Stops listening to other tabs. */
  close(): void;
}

/** Options for opening a workspace. */
export interface WorkspaceOptions {
  /** The folder in the origin private file system. */
  readonly name?: string;
  /** The initial files of a new or reset workspace. */
  readonly seed?: Readonly<Record<string, string>>;
  /** The location of the files. Default: the browser's own storage. */
  readonly place?: Place;
}

async function createSeed(root: Folder, seed: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(seed)) await writeFile(root, path, content);
}

async function textsIn(root: Folder): Promise<Readonly<Record<string, string>>> {
  const entries = await listFiles(root);
  const texts = entries.map(async ({ path }) => [path, await readText(root, path)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function replaceAll(root: Folder, files: Readonly<Record<string, string>>): Promise<void> {
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  for (const name of names) await root.removeEntry(name, { recursive: true });
  await createSeed(root, files);
}

class FolderWorkspace implements Workspace {
  readonly keeping: FileLifetime;
  readonly #place: Place;
  readonly #name: string;
  readonly #seed: Readonly<Record<string, string>>;
  readonly #listeners = new Set<() => void>();
  #snapshot: readonly FileEntry[] = Object.freeze([]);

  constructor(place: Place, { name, seed }: Required<Pick<WorkspaceOptions, 'name' | 'seed'>>) {
    this.keeping = place.keeping;
    this.#place = place;
    this.#name = name;
    this.#seed = seed;
    place.onChangeElsewhere(() => void place.exclusively(this.#refresh));
  }

  async open(): Promise<void> {
    await this.#place.exclusively(async () => {
      // An existing folder stays unchanged even if it is empty: the user may have deleted everything on purpose.
      const isNew = await this.#place.folder.getDirectoryHandle(this.#name).then(
        () => false,
        () => true,
      );
      if (isNew) await createSeed(await this.#root(), this.#seed);
      this.#snapshot = await listFiles(await this.#root());
    });
  }

  list = async (): Promise<readonly FileEntry[]> => listFiles(await this.#root());

  read = async (path: string): Promise<string> => readText(await this.#root(), normalisePath(path));

  search = async (text: string): Promise<readonly SearchMatch[]> => searchFiles(await this.#root(), text);

  write = async (path: string, content: string): Promise<void> => {
    const target = normalisePath(path);
    await this.#change(async (root) => writeText(root, target, content));
  };

  remove = async (path: string): Promise<void> => {
    const target = normalisePath(path);
    await this.#change(async (root) => removeFile(root, target));
  };

  rename = async (from: string, to: string): Promise<void> => {
    const [source, target] = [normalisePath(from), normalisePath(to)];
    await this.#change(async (root) => renameFile(root, source, target));
  };

  reset = async (): Promise<() => Promise<void>> => {
    let before: Readonly<Record<string, string>> = {};
    await this.#change(async (root) => {
      before = await textsIn(root);
      await replaceAll(root, this.#seed);
    });
    return () => this.#change((root) => replaceAll(root, before));
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): readonly FileEntry[] => this.#snapshot;

  close = (): void => {
    this.#place.leave();
    this.#listeners.clear();
  };

  async #root(): Promise<Folder> {
    return this.#place.folder.getDirectoryHandle(this.#name, { create: true });
  }

  async #change(task: (root: Folder) => Promise<void>): Promise<void> {
    await this.#place.exclusively(async () => {
      try {
        await task(await this.#root());
      } finally {
        // Also after an error, because an interrupted task may have changed files.
        await this.#refresh();
        this.#place.tellOthers();
      }
    });
  }

  readonly #refresh = async (): Promise<void> => {
    this.#snapshot = await listFiles(await this.#root());
    for (const listener of [...this.#listeners]) listener();
  };
}

/** Opens the workspace, and creates the initial files if it does not exist yet. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const { name = 'workspace', seed = SEED } = options;
  const place = options.place ?? (await findPlace(`workspace:${name}`));
  const workspace = new FolderWorkspace(place, { name, seed });
  await workspace.open();
  return workspace;
}

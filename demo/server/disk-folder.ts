import { lstat, mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileInFolder, FileWriter, Folder } from '../workspace/index.js';

type Kind = 'file' | 'directory';

/** Returns the kind of entry at a path. Anything else, such as a link to another folder, counts as nothing. */
async function kindOf(path: string): Promise<Kind | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() === true) return 'file';
  return found?.isDirectory() === true ? 'directory' : undefined;
}

class DiskFile implements FileInFolder {
  readonly kind = 'file';
  readonly name: string;
  readonly #path: string;

  constructor(name: string, path: string) {
    this.name = name;
    this.#path = path;
  }

  getFile = async (): Promise<File> => new File([await readFile(this.#path)], this.name);

  createWritable = async (): Promise<FileWriter> => {
    const parts: (string | Blob)[] = [];
    const path = this.#path;
    return {
      write: async (content) => {
        parts.push(content);
      },
      // A reader sees the old file or the new one, even if this process dies during the write.
      close: async () => {
        const made = `${path}.${process.pid}.new`;
        await writeFile(made, Buffer.from(await new Blob(parts).arrayBuffer()));
        await rename(made, path);
      },
      abort: async () => undefined,
    };
  };
}

/** A folder of this computer. It throws the same errors as the browser's own folders. */
export class DiskFolder implements Folder {
  readonly kind = 'directory';
  readonly name: string;
  readonly #path: string;

  constructor(path: string, name = '') {
    this.name = name;
    this.#path = path;
  }

  getDirectoryHandle: Folder['getDirectoryHandle'] = async (name, { create = false } = {}) => {
    const path = this.#at(name);
    if (create && (await kindOf(path)) === undefined) await mkdir(path, { recursive: true });
    await this.#expect(name, 'directory');
    return new DiskFolder(path, name);
  };

  getFileHandle: Folder['getFileHandle'] = async (name, { create = false } = {}) => {
    const path = this.#at(name);
    if (create && (await kindOf(path)) === undefined) await writeFile(path, '', { flag: 'a' });
    await this.#expect(name, 'file');
    return new DiskFile(name, path);
  };

  removeEntry: Folder['removeEntry'] = async (name, { recursive = false } = {}) => {
    const path = this.#at(name);
    const kind = await kindOf(path);
    if (kind === undefined) throw new DOMException(`There is no "${name}".`, 'NotFoundError');
    if (kind === 'directory' && !recursive) {
      for await (const _ of new DiskFolder(path).keys())
        throw new DOMException(`"${name}" holds files.`, 'InvalidModificationError');
    }
    await rm(path, { recursive: true });
  };

  async *keys(): AsyncGenerator<string> {
    for await (const [name] of this.entries()) yield name;
  }

  async *entries(): AsyncGenerator<readonly [string, DiskFile | DiskFolder]> {
    for await (const { name } of await opendir(this.#path)) {
      const path = this.#at(name);
      const kind = await kindOf(path);
      if (kind === 'file') yield [name, new DiskFile(name, path)];
      if (kind === 'directory') yield [name, new DiskFolder(path, name)];
    }
  }

  async #expect(name: string, wanted: Kind): Promise<void> {
    const kind = await kindOf(this.#at(name));
    if (kind === undefined) throw new DOMException(`There is no "${name}".`, 'NotFoundError');
    if (kind !== wanted) throw new DOMException(`"${name}" is no ${wanted}.`, 'TypeMismatchError');
  }

  /** Returns a path inside this folder, for any name. */
  #at(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
      throw new TypeError(`"${name}" cannot be the name of a file.`);
    return join(this.#path, name);
  }
}

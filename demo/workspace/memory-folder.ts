import type { FileInFolder, FileWriter, Folder } from './folder.js';

/** A file that exists as long as the page. */
class MemoryFile implements FileInFolder {
  readonly kind = 'file';
  readonly name: string;
  #file: File;

  constructor(name: string) {
    this.name = name;
    this.#file = new File([], name);
  }

  getFile = async (): Promise<File> => this.#file;

  createWritable = async (): Promise<FileWriter> => {
    const parts: (string | Blob)[] = [];
    return {
      write: async (content) => {
        parts.push(content);
      },
      close: async () => {
        this.#file = new File(parts, this.name);
      },
      abort: async () => undefined,
    };
  };
}

/** A folder that exists as long as the page. It throws the same errors as the browser's own folders. */
export class MemoryFolder implements Folder {
  readonly kind = 'directory';
  readonly name: string;
  readonly #entries = new Map<string, MemoryFile | MemoryFolder>();

  constructor(name = '') {
    this.name = name;
  }

  getDirectoryHandle: Folder['getDirectoryHandle'] = async (name, { create = false } = {}) => {
    const entry = this.#at(name, () => (create ? new MemoryFolder(name) : undefined));
    if (entry.kind === 'file') throw new DOMException(`"${name}" is a file.`, 'TypeMismatchError');
    return entry;
  };

  getFileHandle: Folder['getFileHandle'] = async (name, { create = false } = {}) => {
    const entry = this.#at(name, () => (create ? new MemoryFile(name) : undefined));
    if (entry.kind === 'directory') throw new DOMException(`"${name}" is a folder.`, 'TypeMismatchError');
    return entry;
  };

  removeEntry: Folder['removeEntry'] = async (name, { recursive = false } = {}) => {
    const entry = this.#at(name);
    if (entry.kind === 'directory' && entry.#entries.size > 0 && !recursive) {
      throw new DOMException(`"${name}" holds files.`, 'InvalidModificationError');
    }
    this.#entries.delete(name);
  };

  async *keys(): AsyncGenerator<string> {
    yield* [...this.#entries.keys()];
  }

  async *entries(): AsyncGenerator<readonly [string, MemoryFile | MemoryFolder]> {
    yield* [...this.#entries];
  }

  #at(name: string, make?: () => MemoryFile | MemoryFolder | undefined): MemoryFile | MemoryFolder {
    const entry = this.#entries.get(name) ?? make?.();
    if (entry === undefined) throw new DOMException(`There is no "${name}".`, 'NotFoundError');
    this.#entries.set(name, entry);
    return entry;
  }
}

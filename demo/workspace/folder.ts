/**
 * The operations of a folder that the workspace needs. The browser's own handles and those in memory implement them.
 */
export interface Folder {
  readonly kind: 'directory';
  readonly name: string;
  getDirectoryHandle(name: string, options?: { readonly create?: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FileInFolder>;
  removeEntry(name: string, options?: { readonly recursive?: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
  entries(): AsyncIterable<readonly [string, Folder | FileInFolder]>;
}

/** The operations of a file that the workspace needs. */
export interface FileInFolder {
  readonly kind: 'file';
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<FileWriter>;
}

/** Writes a whole file, which exists after `close`. */
export interface FileWriter {
  write(content: string | Blob): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
}

import { toBase64 } from '../../protocol/base/base64.js';
import type { CountersignStrings } from '../../words/strings.js';
import type { Format } from '../format.js';
import { isAccepted } from '../shared/is-accepted.js';
import type { FileLimits } from './read-input.js';

/** The content to read of a file: `none` reads only its name, size and type. */
export type FileRead = 'text' | 'base64' | 'none';

/** A chosen file, in the output of a client tool. */
export type PickedFile<READ extends FileRead = FileRead> = FileFacts & FileContent[READ];

type FileContent = Readonly<{ text: Readonly<{ text: string }>; base64: Readonly<{ base64: string }>; none: unknown }>;

type FileFacts = Readonly<{
  name: string;
  /** The size in bytes. */
  size: number;
  /** A media type, such as `text/csv`; empty if the browser knows none. */
  type: string;
}>;

/** Accepted files, and the problems of the others, in words. */
interface ReadFiles {
  readonly files: readonly PickedFile[];
  readonly problems: readonly string[];
}

/** Options for reading files. */
export interface ReadOptions {
  readonly limits: FileLimits;
  readonly read: FileRead;
  readonly strings: CountersignStrings['tools']['files'];
  readonly format: Format;
  /** The number of files so far. */
  readonly present: number;
}

/** Checks files one by one, and reads the accepted ones. A rejected one does not affect the others. */
export async function readFiles(given: readonly File[], options: ReadOptions): Promise<ReadFiles> {
  const { limits, read, strings, format } = options;
  const files: PickedFile[] = [];
  const problems: string[] = [];
  for (const file of given) {
    const problem = faultWords(file, options);
    if (problem !== undefined) problems.push(problem);
    else if (options.present + files.length >= limits.maxFiles)
      problems.push(strings.tooMany(file.name, format.number(limits.maxFiles)));
    else {
      try {
        files.push(await readPicked(file, read));
      } catch (error) {
        problems.push(error instanceof TypeError ? strings.notText(file.name) : strings.unreadable(file.name));
      }
    }
  }
  return { files, problems };
}

function faultWords(file: File, { limits, strings, format }: ReadOptions): string | undefined {
  if (!isAccepted(file, limits.accept)) return strings.wrongKind(file.name, limits.accept);
  if (file.size > limits.maxBytes)
    return strings.tooBig(file.name, format.bytes(file.size), format.bytes(limits.maxBytes));
  return undefined;
}

/**
 * Reads a file. Throws a `TypeError` for bytes that are not text, and the browser's error for a file that no longer
 * exists.
 */
async function readPicked(file: File, read: FileRead): Promise<PickedFile> {
  const { name, size, type } = file;
  if (read === 'none') return { name, size, type };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content =
    read === 'text' ? { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) } : { base64: toBase64(bytes) };
  return { name, size, type, ...content };
}

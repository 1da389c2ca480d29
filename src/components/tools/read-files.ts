import { toBase64 } from '../../protocol/base/base64.js';
import type { CountersignStrings } from '../../words/strings.js';
import type { Format } from '../format.js';
import { isAccepted } from '../shared/is-accepted.js';
import type { FileLimits } from './read-input.js';

/** What is read of a file: `none` gives its name, size and type only. */
export type FileRead = 'text' | 'base64' | 'none';

/** A chosen file, as a client tool gives it. */
export type PickedFile<READ extends FileRead = FileRead> = FileFacts & FileContent[READ];

type FileContent = Readonly<{ text: Readonly<{ text: string }>; base64: Readonly<{ base64: string }>; none: unknown }>;

type FileFacts = Readonly<{
  name: string;
  /** In bytes. */
  size: number;
  /** A media type, such as `text/csv`; empty where the browser knows none. */
  type: string;
}>;

/** Files that passed, and what was wrong with the others, in words. */
export interface ReadFiles {
  readonly files: readonly PickedFile[];
  readonly problems: readonly string[];
}

/** How files are read. */
export interface ReadOptions {
  readonly limits: FileLimits;
  readonly read: FileRead;
  readonly strings: CountersignStrings['tools']['files'];
  readonly format: Format;
  /** How many are there already. */
  readonly present: number;
}

/** Looks at files one by one, and reads those that may be sent. One that cannot be does not keep the others from it. */
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

/** Throws a `TypeError` for bytes that are no text, and what the browser throws for a file that is gone. */
async function readPicked(file: File, read: FileRead): Promise<PickedFile> {
  const { name, size, type } = file;
  if (read === 'none') return { name, size, type };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content =
    read === 'text' ? { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) } : { base64: toBase64(bytes) };
  return { name, size, type, ...content };
}

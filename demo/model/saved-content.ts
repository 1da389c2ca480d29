import type { JSONValue } from '@ai-sdk/provider';
import { isJsonObject, textMember, textOf } from './outcome.js';
import type { ToolStep } from './steps.js';

/** The content and path of a step that saves an earlier result. */
export interface SavedFile {
  readonly path: string;
  readonly content: string;
}

const DEFAULT_PATHS: Partial<Record<ToolStep['tool'], string>> = {
  ask_user: 'notes/answers.txt',
  locate: 'notes/location.txt',
  search_files: 'notes/search.txt',
  list_files: 'notes/files.txt',
  read_file: 'notes/copy.txt',
};

function answersOf(value: JSONValue, isJson: boolean): string {
  if (!isJsonObject(value)) return textOf(value);
  if (isJson) return `${JSON.stringify(value, null, 2)}\n`;
  const entries = Object.entries(value).flatMap(([key, answer]) =>
    answer === undefined ? [] : [[key, answer] as const],
  );
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) return textOf(only[1]);
  return entries.map(([key, answer]) => `${key}: ${textOf(answer)}\n`).join('');
}

function uploadPath(value: JSONValue): string {
  const name = textMember(value, ['name', 'fileName', 'path']) ?? 'file.txt';
  // The name is from the person's disk. Use only its last segment, so that it cannot leave the folder.
  return `uploads/${name.split(/[/\\]/).at(-1) || 'file.txt'}`;
}

/** Converts the result of a step to a file. Returns `null` if it has nothing to save. */
export function savedFile(source: ToolStep, value: JSONValue, path: string | undefined): SavedFile | null {
  switch (source.tool) {
    case 'pick_file': {
      const content = typeof value === 'string' ? value : textMember(value, ['text', 'content']);
      return content === null ? null : { path: path ?? uploadPath(value), content };
    }
    case 'read_file': {
      const content = textMember(value, ['content', 'text']) ?? textOf(value);
      return { path: path ?? 'notes/copy.txt', content };
    }
    default: {
      const target = path ?? DEFAULT_PATHS[source.tool] ?? 'notes/result.txt';
      return { path: target, content: answersOf(value, target.endsWith('.json')) };
    }
  }
}

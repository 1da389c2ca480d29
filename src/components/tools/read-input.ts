import { isRecord, ownMember } from '../../protocol/base/record.js';

/** Returns a string of a model's input; `undefined` if it is missing or empty. */
export function textIn(input: unknown, name: string): string | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns the question of a model, or a server. */
export function questionIn(input: unknown): string | undefined {
  return textIn(input, 'question') ?? textIn(input, 'message');
}

/** Returns a number above 0 of a model's input. */
export function countIn(input: unknown, name: string): number | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** The limits for files. */
export interface FileLimits {
  /** The media types and extensions, as in the `accept` of a file input: `.csv,text/*`. Empty accepts any. */
  readonly accept: string;
  readonly maxFiles: number;
  /** The size of each file. */
  readonly maxBytes: number;
}

const standard: FileLimits = { accept: '', maxFiles: 1, maxBytes: 1_000_000 };

/** Returns the app's limits, and the model's within them. */
export function limitsOf(app: Partial<FileLimits>, input: unknown): FileLimits {
  const least = (name: 'maxFiles' | 'maxBytes'): number => {
    const asked = countIn(input, name);
    const most = app[name] ?? (name === 'maxFiles' && asked !== undefined ? asked : standard[name]);
    return Math.floor(Math.min(most, asked ?? most));
  };
  return {
    accept: app.accept ?? acceptIn(input) ?? standard.accept,
    maxFiles: Math.max(1, least('maxFiles')),
    maxBytes: least('maxBytes'),
  };
}

function acceptIn(input: unknown): string | undefined {
  const given = isRecord(input) ? ownMember(input, 'accept') : undefined;
  if (!Array.isArray(given)) return textIn(input, 'accept');
  return given.filter((each) => typeof each === 'string').join(',');
}

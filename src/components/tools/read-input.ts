import { isRecord, ownMember } from '../../protocol/base/record.js';

/** A text of a model's input; `undefined` where there is none, or an empty one. */
export function textIn(input: unknown, name: string): string | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** What a model, or a server, asks in words. */
export function questionIn(input: unknown): string | undefined {
  return textIn(input, 'question') ?? textIn(input, 'message');
}

/** A number above 0 of a model's input. */
export function countIn(input: unknown, name: string): number | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'number' && value > 0 ? value : undefined;
}

/** What may be chosen. */
export interface FileLimits {
  /** Like the `accept` of a file input: `.csv,text/*`. Empty: anything. */
  readonly accept: string;
  readonly maxFiles: number;
  /** Of each file. */
  readonly maxBytes: number;
}

const standard: FileLimits = { accept: '', maxFiles: 1, maxBytes: 1_000_000 };

/** The app's limits, and what the model asks for within them. */
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

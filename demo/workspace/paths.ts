import { WorkspaceError } from './errors.js';

const MAX_SEGMENT_LENGTH = 120;
const MAX_DEPTH = 12;

function problemOf(path: string): string | null {
  if (path === '') return 'it is empty';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names must not contain these characters
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'it contains a control character';
  // Bidirectional overrides make a name look like another one: "txt.exe" read backwards.
  if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(path)) return 'it contains invisible direction marks';
  if (path.includes('\\')) return 'it contains a backslash; separate folders with "/"';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'it is absolute; paths start inside the workspace';
  return problemOfSegments(path.split('/'));
}

function problemOfSegments(segments: readonly string[]): string | null {
  if (segments.includes('')) return 'it has an empty segment ("//" or a "/" at the end)';
  if (segments.includes('..')) return 'it has a ".." segment; name the file from the top of the workspace';
  if (segments.some((segment) => segment !== segment.trim())) return 'a segment starts or ends with a space';
  if (segments.some((segment) => segment.length > MAX_SEGMENT_LENGTH)) {
    return `a segment is longer than ${MAX_SEGMENT_LENGTH} characters`;
  }
  if (segments.length > MAX_DEPTH) return `it is deeper than ${MAX_DEPTH} folders`;
  return null;
}

/**
 * Returns the normal form of a path: without `.` segments, in composed Unicode (NFC).
 *
 * @throws WorkspaceError `invalid-path` with the reason.
 */
export function normalisePath(path: string): string {
  const segments = path.normalize('NFC').split('/');
  const normalised = segments.filter((segment) => segment !== '.').join('/');
  const problem = problemOf(normalised);
  if (problem === null) return normalised;
  throw new WorkspaceError(
    'invalid-path',
    `${JSON.stringify(path)} is not a path in this workspace: ${problem}. Use a relative path such as "notes/todo.md".`,
  );
}

/** Splits a path into its folders and its file name. */
export function splitPath(path: string): { folders: string[]; name: string } {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return { folders, name };
}

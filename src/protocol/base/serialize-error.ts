import { safeString } from './words.js';

/** An error as data, for events and storage. */
export interface SerializedError {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly cause?: SerializedError;
}

/** Turns whatever was thrown into data that survives JSON. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { code: 'thrown', name: 'Error', message: safeString(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  const base = { code, name: safeString(error.name), message: safeString(error.message) };
  return error.cause === undefined || depth >= 4 ? base : { ...base, cause: serializeError(error.cause, depth + 1) };
}

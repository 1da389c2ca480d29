import { type RefusedContent, readRefusedContent } from './refused-content.js';
import { safeString } from './words.js';

/** An error as data, for events and storage. */
export interface SerializedError {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly cause?: SerializedError;
  /** Of a {@link ModelError}: the content that the provider refused. */
  readonly refused?: RefusedContent;
}

/** Turns whatever was thrown into data that survives JSON. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { code: 'thrown', name: 'Error', message: safeString(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  const refused = 'refused' in error ? readRefusedContent(error.refused) : undefined;
  const about = refused === undefined ? {} : { refused };
  const base = { code, name: safeString(error.name), message: safeString(error.message), ...about };
  return error.cause === undefined || depth >= 4 ? base : { ...base, cause: serializeError(error.cause, depth + 1) };
}

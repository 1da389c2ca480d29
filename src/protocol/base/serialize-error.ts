/** An error as data, for events and storage. */
export interface SerializedError {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly cause?: SerializedError;
}

/** Turns whatever was thrown into data that survives JSON. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { code: 'thrown', name: 'Error', message: inWords(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  const base = { code, name: inWords(error.name), message: inWords(error.message) };
  return error.cause === undefined || depth >= 4 ? base : { ...base, cause: serializeError(error.cause, depth + 1) };
}

/** Anything may be thrown, also what has no words for itself. */
function inWords(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that cannot be put into words';
  }
}

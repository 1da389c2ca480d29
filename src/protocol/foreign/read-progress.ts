import type { JSONValue } from '../base/json.js';
import { isRecord } from '../base/record.js';

/** The progress of a tool: a fraction, a message, or both. */
export interface Progress {
  /** Between 0 and 1; absent if unknown. */
  readonly fraction?: number;
  readonly text?: string;
}

/**
 * Parses the value that a tool reported. A number between 0 and 1 is a fraction; an object may have `value` (or
 * `loaded`, `done`) and `max` (or
 * `total`), and `message` (or `text`); a string is the message.
 */
export function readProgress(value: JSONValue): Progress {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'number') return toFraction(value, 1);
  if (!isRecord(value)) return {};
  const done = firstOf(value, ['value', 'loaded', 'done'], 'number');
  const all = firstOf(value, ['max', 'total'], 'number') ?? 1;
  const text = firstOf(value, ['message', 'text'], 'string');
  return {
    ...(typeof done === 'number' && typeof all === 'number' ? toFraction(done, all) : {}),
    ...(typeof text === 'string' ? { text } : {}),
  };
}

function toFraction(done: number, all: number): Progress {
  return all > 0 && done >= 0 && done <= all ? { fraction: done / all } : {};
}

function firstOf(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
  type: 'number' | 'string',
): unknown {
  return names.map((name) => record[name]).find((member) => typeof member === type);
}

import { type JSONValue, toJson } from '../protocol/base/json.js';
import { isRecord } from '../protocol/base/record.js';
import { cutText, isWithinSize, limits } from './limits.js';

/** In milliseconds. */
const second = 1_000;

/**
 * Returns a function that emits a server's progress reports of one call. Each report becomes an event, and servers are
 * untrusted: long messages are truncated, larger reports are dropped, and a flood is limited to one report per second.
 *
 * @param now returns the time in milliseconds.
 */
export function progressReader(emit: (progress: JSONValue) => void, now: () => number): (report: object) => void {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (report) => {
    const time = now();
    if (count >= limits.progress && time - last < second) return;
    const read = readReport(report);
    if (read === undefined) return;
    count += 1;
    last = time;
    emit(read);
  };
}

function readReport(report: unknown): JSONValue | undefined {
  if (!isRecord(report)) return undefined;
  const { message } = report;
  const whole = typeof message === 'string' ? { ...report, message: cutText(message, limits.summary) } : report;
  if (!isWithinSize(whole, { letters: limits.progressSize, depth: limits.progressDepth })) return undefined;
  try {
    return toJson(whole, 'The progress of an MCP tool');
  } catch {
    return undefined;
  }
}

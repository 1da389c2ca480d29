import { type Check, is } from './foreign/shape.js';
import type { Issue } from './signals.js';

const isKey: Check = (key) => typeof key === 'string' || typeof key === 'number';
const isIssueShape: Check = is.shape({ path: is.listOf(isKey), message: is.text });

/** Returns `true` for an issue of an input or a result. */
export function isIssue(value: unknown): value is Issue {
  return isIssueShape(value);
}

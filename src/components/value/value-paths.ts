import type { JSONPath } from '../../approval/redact.js';
import { quoteSafely } from './visible-text.js';

/** The name of a place. */
export function pathKey(path: JSONPath): string {
  return JSON.stringify(path);
}

/** Where something stands in a value, for people: `headers › 2 › name`. */
export function pathText(path: JSONPath): string {
  return path.map((step) => (typeof step === 'number' ? String(step + 1) : quoteSafely(step))).join(' › ');
}

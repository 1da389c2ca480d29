import type { JSONPath } from '../../approval/redaction/redact.js';
import { quoteSafely } from './visible-text.js';

/** The name of a place. */
export function pathKey(path: JSONPath): string {
  return JSON.stringify(path);
}

/** Nobody follows more. */
const maxSteps = 12;

/** Where something stands in a value, for people: `headers › 2 › name`. The middle of a long way is left out. */
export function pathText(path: JSONPath): string {
  const steps = path.length > maxSteps ? [...path.slice(0, maxSteps / 2), null, ...path.slice(-maxSteps / 2)] : path;
  const words = steps.map((step) =>
    step === null ? '…' : typeof step === 'number' ? `${step + 1}` : quoteSafely(step),
  );
  return words.join(' › ');
}

import type { JSONValue } from '../../protocol/base/json.js';
import { type RedactOptions, redact } from './redact.js';
import { uncut } from './uncut.js';

/**
 * Every text and number that is hidden as a whole in a value, wherever it lies: what is said about the value is to leave them out, see
 * {@link RedactOptions.secrets}. A secret within a longer text is found by its looks.
 */
export function secretTexts(value: JSONValue | undefined, options: RedactOptions = {}): readonly string[] {
  if (value === undefined) return [];
  const hidden = redact(value, { ...options, ...uncut }).redactions.filter(
    ({ reason }) => reason === 'key' || reason === 'tool' || reason === 'too-deep',
  );
  const open: unknown[] = hidden.map(({ path }) => path.reduce<unknown>((at, step) => Object(at)[step], value));
  const found = new Set<string>();
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
    else if (typeof next === 'string' || typeof next === 'number') found.add(String(next));
  }
  return [...found];
}

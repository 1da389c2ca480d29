import type { JSONValue } from '../../protocol/base/json.js';
import { lookOf } from '../value/text-kind.js';

/**
 * Returns the name of the member that a user most likely wants to change: the longest text that is not a path.
 * `undefined` when the input has none, so that the first field is as good as any.
 *
 * @example likelyField({ path: 'a.md', content: '' }) // 'content'
 */
export function likelyField(input: JSONValue): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const texts = Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' && /^[\w$-]+$/.test(name) && lookOf(value, [name]) !== 'path' ? [{ name, value }] : [],
  );
  const [first, ...others] = texts;
  return others.reduce((best, text) => (text.value.length > (best?.value.length ?? 0) ? text : best), first)?.name;
}

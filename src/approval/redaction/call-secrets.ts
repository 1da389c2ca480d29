import type { JSONValue } from '../../protocol/base/json.js';
import { uncut } from './hidden-mark.js';
import { type Redaction, type RedactOptions, redact } from './redact.js';
import { isPlaceholder } from './secret-look.js';

/**
 * Returns the strings and numbers that are hidden as a whole in a value, so that other texts can hide them, too: see
 * {@link RedactOptions.secrets}. A secret inside a longer text is found by its look. Short values and common words are
 * omitted, because hiding them would remove unrelated words from a title.
 */
export function secretTexts(value: JSONValue | undefined, options: RedactOptions = {}): readonly string[] {
  if (value === undefined) return [];
  const hidden = redact(value, { ...options, ...uncut }).redactions.filter(
    ({ reason }) => reason === 'key' || reason === 'tool' || reason === 'too-deep',
  );
  const open = hidden.map(({ path, reason }) => ({
    part: path.reduce<unknown>((at, step) => Object(at)[step], value),
    reason,
  }));
  const found = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, reason } = next;
    if (typeof part === 'object' && part !== null)
      for (const member of Object.values(part)) open.push({ part: member, reason });
    else if ((typeof part === 'string' || typeof part === 'number') && isDistinct(String(part), reason))
      found.add(String(part));
  }
  return [...found];
}

/**
 * Returns `true` when text that equals a hidden value most likely is that value. A tool knows its secrets better than a
 * name does.
 */
function isDistinct(value: string, reason: Redaction['reason']): boolean {
  const text = value.trim();
  if (/^[\p{L}\p{M}]+$/u.test(text)) return text.length > 8 && !commonWords.has(text.toLowerCase());
  if (/^[\d.,:/-]+$/.test(text)) return text.length >= (reason === 'tool' ? 4 : 6);
  return text.length >= 4 && !isPlaceholder(text) && !/^\p{L}{1,3}\d{1,2}$/u.test(text);
}

/** Words of more than eight letters that occur in titles of tools. Shorter words always count as common. */
const commonWords: ReadonlySet<string> = new Set(
  'production development environment application information administrator configuration authentication authorization authenticated bearer password organization repository subscription description deployment integration collection connection permission permissions everything something confidential international government department management marketing attachment attachments appointment conference restaurant newsletter statistics javascript typescript kubernetes postgresql directory documents document customers customer contracts templates template reference available important different necessary education community university assistant developer developers generated temporary unchanged undefined anonymous dashboard component components workspace workspaces operations operation invitation reservation transaction transactions'.split(
    ' ',
  ),
);

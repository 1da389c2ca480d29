import type { JSONValue } from '../../protocol/base/json.js';
import { type RedactOptions, redact } from './redact.js';
import { isPlaceholder } from './secret-look.js';
import { uncut } from './uncut.js';

/**
 * Returns the texts and numbers that are hidden as a whole in a value, so that texts about the value leave them out, see
 * {@link RedactOptions.secrets}. A secret within a longer text is found by its look. Short values and common words are left out:
 * they stand in texts of their own right, and a title must not lose them.
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
    else if ((typeof next === 'string' || typeof next === 'number') && isDistinct(String(next)))
      found.add(String(next));
  }
  return [...found];
}

/** True if a text that equals a hidden value hardly means anything else. */
function isDistinct(value: string): boolean {
  const text = value.trim();
  if (text.length < 6 || isPlaceholder(text)) return false;
  return !/^\p{L}+$/u.test(text) || (text.length > 8 && !commonWords.has(text.toLowerCase()));
}

/** Words of more than eight letters that titles of tools have. Shorter words count as common. */
const commonWords: ReadonlySet<string> = new Set(
  'production development environment application information administrator configuration authentication authorization authenticated bearer password organization repository subscription description deployment integration collection connection permission permissions everything something confidential international government department management marketing attachment attachments appointment conference restaurant newsletter statistics javascript typescript kubernetes postgresql directory documents document customers customer contracts templates template reference available important different necessary education community university assistant developer developers generated temporary unchanged undefined anonymous dashboard component components workspace workspaces operations operation invitation reservation transaction transactions'.split(
    ' ',
  ),
);

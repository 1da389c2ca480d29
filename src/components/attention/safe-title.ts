import type { JSONPath, Redaction } from '../../approval/redact.js';
import { redact } from '../../approval/redact.js';
import { hiddenMark, hideSecrets } from '../../approval/secret-text.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { JSONValue } from '../../protocol/json.js';
import { escapeUnseen } from '../value/visible-text.js';

/** Longer ones are cut: a notification shows a line or two of each. */
const longest = 90;

/** A call's title for places outside of the page: without what its card would hide, and without characters that cannot be seen. */
export function safeTitle({ title, input, redactions = {} }: DeferredCall): string {
  const found = redact(input, {
    refine: () => redactions,
    maxText: Number.POSITIVE_INFINITY,
    maxItems: Number.POSITIVE_INFINITY,
  });
  const secrets = found.redactions.filter(isSecret).flatMap(({ path }) => textsIn(valueAt(input, path)));
  // The longest first: one may be a part of another.
  const shown = secrets
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, hiddenMark), title);
  const text = escapeUnseen(hideSecrets(shown).text.replace(/\s+/g, ' ').trim());
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** A secret inside a longer text is found in the title by its looks. */
function isSecret({ why }: Redaction): boolean {
  return why === 'key' || why === 'tool';
}

function valueAt(value: JSONValue, path: JSONPath): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
}

/** A single character is in every title. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > 1 ? [text] : [];
}

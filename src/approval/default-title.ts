import type { JSONValue } from '../protocol/base/json.js';
import { isRecord } from '../protocol/base/record.js';
import { boundedText, toTitle } from '../protocol/base/words.js';
import type { Redactions } from '../protocol/deferred.js';
import { escapeUnseen } from './deceptive/escape-unseen.js';
import { hiddenMark } from './redaction/hidden-mark.js';
import { redact } from './redaction/redact.js';

/** A longer value, in UTF-16 units, is passed over for a shorter one, and cut if there is none. */
const shortValue = 60;
/** Longer texts, and members after so many, are not looked at: titles are made for each call. */
const maxLooked = 2_000;
const maxMembers = 24;
const maxDepth = 3;

/**
 * Returns the title of a call whose tool describes nothing: the tool's name in words and the first short value of the input, as in
 * `Delete note: milk`. Two calls of one tool can be told apart by it. Secrets and values that the tool hides are left out, and characters
 * that show nothing are escaped.
 *
 * @param redactions what the tool hides in the input. Default: nothing.
 */
export function defaultTitle(toolName: string, input: unknown, redactions: Redactions = {}): string {
  const name = toTitle(toolName);
  const { value } = redact(excerptOf(input, 0), { refine: () => redactions });
  const texts = textsIn(value);
  const shown = texts.find((text) => text.length <= shortValue) ?? texts[0];
  return boundedText(shown === undefined ? name : `${name}: ${boundedText(shown, shortValue)}`);
}

/** Copies the beginning of a value. */
function excerptOf(value: unknown, depth: number): JSONValue {
  if (typeof value === 'string') return value.slice(0, maxLooked);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((item) => excerptOf(item, depth + 1));
  if (!isRecord(value)) return null;
  const members = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(members.map(([key, member]) => [key, excerptOf(member, depth + 1)]));
}

/** The texts and numbers of a redacted value that can name it, in their order. A list of them is one text. */
function textsIn(value: JSONValue | undefined): readonly string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') {
    const text = escapeUnseen(value.replace(/\s+/g, ' ').trim());
    return text === '' || text.includes(hiddenMark) ? [] : [text];
  }
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.values(value).flatMap((member) => textsIn(member));
  if (!Array.isArray(value)) return texts;
  const areAllTexts = texts.length === value.length && value.every((item) => typeof item !== 'object');
  return areAllTexts && texts.length > 0 ? [texts.join(', ')] : texts;
}

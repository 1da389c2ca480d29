import type { JSONPath } from '../protocol/base/json-path.js';
import { boundedText, toTitle } from '../protocol/base/words.js';
import type { Redactions } from '../protocol/deferred.js';
import { isSensitiveMember, mightHoldSecret, redactionAt } from './cautious-redaction.js';
import { escapeUnseen } from './deceptive/escape-unseen.js';

/** A longer value, in UTF-16 units, is passed over for a shorter one, and cut if there is none. */
const shortValue = 60;
/** Longer texts, and members after so many, are not looked at: titles are made for each call. */
const maxLooked = 2_000;
const maxMembers = 24;
const maxDepth = 3;

/**
 * Returns the title of a call whose tool describes nothing: the tool's name in words and the first short value of the input, as in
 * `Delete note: milk`. It tells two calls of one tool apart. Values that the tool hides or that might be secrets are left out, and invisible
 * characters are escaped. The check for secrets is a short and cautious one, so that the loop does not carry the full checks of redaction:
 * views apply these to every title.
 *
 * @param redactions Paths of the input that the tool hides or shows. Default: none.
 */
export function defaultTitle(toolName: string, input: unknown, redactions: Redactions = {}): string {
  const name = toTitle(toolName);
  const texts = textsIn(input, [], redactions);
  const shown = texts.find((text) => text.length <= shortValue) ?? texts[0];
  return boundedText(shown === undefined ? name : `${name}: ${boundedText(shown, shortValue)}`);
}

/** Returns the strings and numbers of a value that can name it, in order. A list of them is one string. */
function textsIn(value: unknown, path: JSONPath, redactions: Redactions): readonly string[] {
  const said = redactionAt(path, redactions);
  if (said === 'hide') return [];
  const isShown = said === 'show';
  const key = path.at(-1);
  if (typeof key === 'string' && !isShown && isSensitiveMember(key, value)) return [];
  if (typeof value === 'number' || typeof value === 'string') return titleTexts(String(value), isShown);
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return [];
  const members = Object.entries(value).slice(0, maxMembers);
  const texts = members.map(([member, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(member) : member], redactions),
  );
  const isListOfTexts = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object');
  if (!isListOfTexts) return texts.flat();
  return texts.every((item) => item.length === 1) ? [texts.flat().join(', ')] : texts.flat();
}

function titleTexts(value: string, isShown: boolean): readonly string[] {
  const text = value.slice(0, maxLooked).replace(/\s+/g, ' ').trim();
  return text === '' || (!isShown && mightHoldSecret(text)) ? [] : [escapeUnseen(text)];
}

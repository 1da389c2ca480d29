import type { JSONPath } from '../protocol/base/json-path.js';
import { boundedText, toTitle } from '../protocol/base/words.js';
import type { Redactions } from '../protocol/deferred.js';
import { isSensitiveMember, mightHoldSecret, redactionAt } from './cautious-redaction.js';
import { escapeUnseen } from './deceptive/escape-unseen.js';

/** The preferred length of a value, in UTF-16 units. If all values are longer, the first one is truncated. */
const shortValue = 60;
/** Longer strings and further members are ignored, because titles are made for each call. */
const maxLooked = 2_000;
const maxMembers = 24;
const maxDepth = 3;

/**
 * Returns the title of a call whose tool has no `describe`: the tool's name in words and the first short value of the
 * input, as in `Delete note: milk`, so that two calls of one tool differ. Values that the tool hides or that might be
 * secrets are omitted, and invisible characters are escaped. The check for secrets is short and cautious, to keep the
 * full redaction out of the loop's bundle; views apply that to every title.
 *
 * @param redactions the paths of the input that the tool hides or shows. Default: none.
 */
export function defaultTitle(toolName: string, input: unknown, redactions: Redactions = {}): string {
  const name = toTitle(toolName);
  const texts = textsIn(input, [], redactions);
  const shown = texts.find((text) => text.length <= shortValue) ?? texts[0];
  return boundedText(shown === undefined ? name : `${name}: ${boundedText(shown, shortValue)}`);
}

/** Returns the strings and numbers of a value that can name it, in order. A list of them is one string. */
function textsIn(value: unknown, path: JSONPath, redactions: Redactions): readonly string[] {
  const instruction = redactionAt(path, redactions);
  if (instruction === 'hide') return [];
  const isShown = instruction === 'show';
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

import type { JSONPath } from '../protocol/base/json-path.js';
import type { Redactions } from '../protocol/deferred.js';

// A short, cautious version of redaction for the runtime. Views apply the full checks of `redaction/`, which are 20
// KiB.

/** Intentionally broad: a false positive only shortens a title. */
const secretName =
  /passw|passphrase|passcode|pwd|secret|credential|mnemonic|jwt|cvv|cvc|(?:api|private|access)_?key|(?:^|_)psk(?:_|$)|kennwort|passwort|contraseña|senha|wachtwoord|hasło|парол|密码|密碼|パスワード/iu;
/** These names also have other meanings: `session: 'Yoga at 9'`, `fromToken: 'USDC'`. */
const ambiguousName = /pass(?:$|_)|token|auth|bearer|cookie|session|(?:^|_)(?:pin|otp|totp|pw|sid)(?:_|$)/iu;
const severalWords = /^\p{L}[\p{L}\p{M}'’-]*(?:\s+[\p{L}\p{M}\p{N}:.,'’-]{1,20})+$/u;
const shortCode = /^[A-Z]{2,6}$/;
/** Matches text with a name of a secret before its value: `password: milk`, `Authorization: Bearer …`, `--token x`. */
const sensitiveText =
  /(?:pass(?:word|wd|phrase|code)|secret|token|bearer|authorization|api[-_ ]?key|cookie|credentials?|pin|otp)["']?(?:\s*[:=]\s*|\s+)\S/iu;
/** Matches `https://ada:milk@host`. */
const addressWithPassword = /\/\/[^/\s@]*:[^/\s@]*@/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Matches generated keys, which mix letters and digits, and card numbers. */
const generated = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{10}|[a-z\d]{24}|(?:\d[ -]?){13}/i;

/** Returns `true` when a value might be a secret under this name. Lists and objects count as secrets. */
export function isSensitiveMember(name: string, value: unknown): boolean {
  const words = name.replace(/[A-Z]+/g, '_$&');
  if (secretName.test(words)) return true;
  if (!ambiguousName.test(words)) return false;
  return typeof value !== 'string' || !(severalWords.test(value) || shortCode.test(value));
}

/** Returns `true` when a string might be or contain a secret. */
export function mightHoldSecret(text: string): boolean {
  return sensitiveText.test(text) || addressWithPassword.test(text) || (generated.test(text) && !uuid.test(text));
}

/** Returns the tool's instruction for a value; `undefined` without one. */
export function redactionAt(path: JSONPath, { hide = [], show = [] }: Redactions): 'hide' | 'show' | undefined {
  const isHere = (place: JSONPath): boolean =>
    place.length === path.length && place.every((step, index) => String(step) === String(path[index]));
  if (hide.some(isHere)) return 'hide';
  return show.some(isHere) ? 'show' : undefined;
}

/**
 * Returns the strings and numbers of a value that the tool hides, or whose names are those of secrets. Short values and
 * words are omitted, because hiding them in other texts would remove unrelated words.
 */
export function hiddenValues(input: unknown, redactions: Redactions = {}): readonly string[] {
  const valuesIn = (value: unknown, path: JSONPath, isOuterHidden: boolean): readonly string[] => {
    const name = path.at(-1);
    const isSensitive = isOuterHidden || (typeof name === 'string' && isSensitiveMember(name, value));
    const chosen = redactionAt(path, redactions);
    const isHidden = chosen === undefined ? isSensitive : chosen === 'hide';
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim();
      return isHidden && text.length >= (/^\p{L}+$/u.test(text) ? 9 : 4) ? [text] : [];
    }
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) =>
      valuesIn(item, [...path, Array.isArray(value) ? Number(key) : key], isHidden),
    );
  };
  return valuesIn(input, [], false);
}

/**
 * Folds letter case, compatibility forms and invisible characters, to compare names that a system may treat as equal.
 */
export function fold(text: string): string {
  const plain = unify(text);
  if (isAscii(plain)) return plain.toUpperCase();
  // Lower case before upper case: letters such as `ẞ` and `ς` need both to become equal.
  return plain.toLowerCase().toUpperCase().normalize('NFKC');
}

/** Replaces compatibility forms (`．` with `.`, `ﬁ` with `fi`) and removes invisible characters. */
export function unify(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Returns `true` for the common case: such a string needs no normalization. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

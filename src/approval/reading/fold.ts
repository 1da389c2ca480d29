/** Folds letter case, compatibility forms and invisible characters, for comparing what a system may take for the same name. */
export function fold(text: string): string {
  const plain = unify(text);
  if (isAscii(plain)) return plain.toUpperCase();
  // Lower before upper case, for letters such as `ẞ` and `ς` that one of the two alone leaves apart.
  return plain.toLowerCase().toUpperCase().normalize('NFKC');
}

/** Replaces compatibility forms (`．` by `.`, `ﬁ` by `fi`) and removes invisible characters. */
export function unify(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** The common case, and the fast one: nothing is to be done about such a text. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

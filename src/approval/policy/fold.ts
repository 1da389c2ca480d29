/** A text in one form for all letter cases and look-alike forms, without what cannot be seen: for what restricts. */
export function fold(text: string): string {
  const plain = unify(text);
  if (isAscii(plain)) return plain.toUpperCase();
  // Lower before upper case, for letters such as `ẞ` and `ς` that one of the two alone leaves apart.
  return plain.toLowerCase().toUpperCase().normalize('NFKC');
}

/** A text in one form for all look-alike forms, without what cannot be seen. */
export function unify(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** The common case, and the fast one: nothing is to be done about such a text. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/**
 * The references that models write. All 2,231 names would outweigh the rest of this entry; others are shown as they are
 * written.
 */
const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  larr: '←',
  rarr: '→',
};

/** Decodes character references: `&amp;` becomes `&`. The result is always text, whatever it looks like. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole) => {
    const name = whole.slice(1, -1);
    if (!name.startsWith('#')) return Object.hasOwn(names, name) ? (names[name] ?? whole) : whole;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
  });
}

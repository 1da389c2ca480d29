/**
 * Matches the end of a bare address: punctuation of East Asian, Arabic and Indic scripts, quotes, brackets and long
 * dashes. Dashes and dots within words are in addresses of real pages (`/wiki/Michelson–Morley_experiment`), and
 * letters of all scripts are.
 */
const ends =
  /(?![\p{ASCII}\u2010-\u2013\u2019\u00b7\u30fb])[\p{P}\u3000\uff04\uff0b\uff1c-\uff1e\uff3e\uff40\uff5c\uff5e\uffe0-\uffe6]/u;

/**
 * Matches the end of a host before letters of scripts without spaces that follow it directly: `https://example.com에서`.
 */
const hostEnd =
  /^((?:https?:\/\/|ftp:\/\/)?[\w.-]*[a-z0-9])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/iu;

/**
 * Returns the bare address at the beginning of a text without the words and the punctuation that follow it directly.
 */
export function cutAddress(address: string): string {
  const host = hostEnd.exec(address)?.[1] ?? address;
  const end = host.search(ends);
  const cut = end < 0 ? host : host.slice(0, end);
  return cut.replace(/(?:(?!\p{ASCII})\p{P})+$/u, '');
}

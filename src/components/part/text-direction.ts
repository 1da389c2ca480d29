import { rightToLeft } from '../../approval/deceptive/right-to-left.js';

/**
 * Returns the direction of a text while it is typed: that of its first letter, or else that of the page. A field with
 * `dir="auto"` takes three times as long for a text of many thousand lines in Chromium.
 */
export function textDirection(text: string): 'rtl' | 'ltr' | undefined {
  const [letter] = /\p{L}/u.exec(text.slice(0, 1_000)) ?? [];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

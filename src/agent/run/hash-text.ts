/**
 * A short name for a text, the same wherever it is made: 64 bits that nobody mistakes for another text's by chance. It
 * hides nothing unless what the text begins with is secret, and guards against nobody who wants two texts to have one
 * name.
 */
export function hashText(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  return [mixHalves(one, other), mixHalves(other, one)].map((half) => half.toString(36)).join('');
}

/** Each bit of both in each bit of one. */
function mixHalves(one: number, other: number): number {
  const mixed = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

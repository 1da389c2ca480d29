/** A capability's or a pattern's name and target: at the first colon. */
export function splitCapability(text: string): readonly [name: string, target: string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

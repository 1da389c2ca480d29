/** Splits a capability or a pattern at the first colon into its name and target. */
export function splitCapability(text: string): readonly [name: string, target: string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

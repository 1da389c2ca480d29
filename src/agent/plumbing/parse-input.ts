import { type JSONValue, maxInputDepth } from '../../protocol/base/json.js';

/** Parses what the model wrote as a call's input. No input at all counts as an empty object. */
export function parseInput(
  text: string,
): { readonly success: true; readonly value: JSONValue } | { readonly success: false; readonly message: string } {
  if (text.trim() === '') return { success: true, value: {} };
  // Before the parse: ten million brackets cost seconds to parse, and overflow whatever walks through the value.
  if (isDeeperText(text, maxInputDepth)) {
    return { success: false, message: `The input nests deeper than ${maxInputDepth} levels.` };
  }
  try {
    const value = JSON.parse(text) as JSONValue;
    return mayOverflow.test(text) && holdsInfinity(value)
      ? { success: false, message: 'The input holds a number that is too large.' }
      : { success: true, value };
  } catch (error) {
    return {
      success: false,
      message: `The input is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Where it does not match, no number can be infinite, and nobody has to look. */
const mayOverflow = /e\+?\d{3}|\d{100}/i;

/** `1e999` is JSON for a number that no JSON can carry on. Lies within the depth that was checked. */
function holdsInfinity(value: JSONValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && !Number.isFinite(value);
  return Object.values(value).some(holdsInfinity);
}

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];

/** Tells whether more than `limit` brackets are open at once, those in strings aside. */
function isDeeperText(text: string, limit: number): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) isString = !isString;
    else if (isString) index += code === backslash ? 1 : 0;
    else if (code === openObject || code === openList) depth += 1;
    else if (code === closeObject || code === closeList) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

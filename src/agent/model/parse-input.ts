import { isDeeperThan, type JSONValue, maxInputDepth } from '../../protocol/json.js';

/** Parses what the model wrote as a call's input. No input at all counts as an empty object. */
export function parseInput(
  text: string,
): { readonly success: true; readonly value: JSONValue } | { readonly success: false; readonly message: string } {
  if (text.trim() === '') return { success: true, value: {} };
  let value: JSONValue;
  try {
    value = JSON.parse(text) as JSONValue;
  } catch (error) {
    return {
      success: false,
      message: `The input is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (isDeeperThan(value, maxInputDepth)) {
    return { success: false, message: `The input nests deeper than ${maxInputDepth} levels.` };
  }
  return { success: true, value };
}

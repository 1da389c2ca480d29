import { type JSONValue, maxInputDepth } from '../../protocol/base/json.js';
import { isExactNumber } from '../../protocol/foreign/exact-number.js';

/** Parses the model's input of a call. An empty text counts as an empty object. */
export function parseInput(
  text: string,
): { readonly success: true; readonly value: JSONValue } | { readonly success: false; readonly message: string } {
  if (text.trim() === '') return { success: true, value: {} };
  // Checked before parsing: ten million brackets take seconds to parse, and overflow everything that walks through the
  // value.
  if (isDeeperText(text, maxInputDepth)) {
    return { success: false, message: `The input nests deeper than ${maxInputDepth} levels.` };
  }
  try {
    const value = JSON.parse(text) as JSONValue;
    const message = mayBeInexact.test(text) ? inexactNumber(text) : undefined;
    return message === undefined ? { success: true, value } : { success: false, message };
  } catch (error) {
    return {
      success: false,
      message: `The input is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Text without a match contains only exact numbers, so it is not scanned. */
const mayBeInexact = /[\d.]{16}|\de[+-]?\d{3}/i;

/** A number of valid JSON. */
const numberText = /-?\d[\d.eE+-]*/y;

/**
 * Finds a number that JavaScript would change, such as 9007199254740993 or 1e999, and says what to write instead. A
 * person must see, and the tool
 * must receive, the number that the model wrote, to the last digit.
 */
function inexactNumber(text: string): string | undefined {
  const path: (string | number)[] = [];
  let [index, textStart] = [0, 0];
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      textStart = index;
      index = skipString(text, index);
      continue;
    }
    if (code === colon)
      path.splice(
        -1,
        1,
        text
          .slice(textStart + 1, index)
          .trimEnd()
          .slice(0, -1),
      );
    else if (code === openList) path.push(0);
    else if (code === openObject) path.push('');
    else if (code === closeList || code === closeObject) path.pop();
    else if (code === comma) path.splice(-1, 1, keyAfterComma(path.at(-1)));
    else if (code === minus || (code >= zero && code <= nine)) {
      numberText.lastIndex = index;
      const [found = ''] = numberText.exec(text) ?? [];
      if (!isExactNumber(found)) return describeInexact(found, path);
      index += found.length;
      continue;
    }
    index += 1;
  }
  return undefined;
}

function skipString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index + 1;
}

function keyAfterComma(key: string | number | undefined): string | number {
  return typeof key === 'number' ? key + 1 : '';
}

function describeInexact(number: string, path: readonly (string | number)[]): string {
  const short = number.length > 40 ? `${number.slice(0, 40)}…` : number;
  const at = path.length === 0 ? '' : ` at "${path.join('.')}"`;
  const problem = Number.isFinite(Number(number)) ? 'has more digits than a JSON number can carry' : 'is too large';
  return `The number ${short}${at} ${problem}. Write it as a string, or with fewer digits where the schema asks for a number.`;
}

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];
const [colon, comma, minus, zero, nine] = [0x3a, 0x2c, 0x2d, 0x30, 0x39];

/** Returns `true` if more than `limit` brackets are open at once, those in strings aside. */
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

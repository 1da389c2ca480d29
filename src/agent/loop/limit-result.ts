import type { UserContent } from 'ai';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { definedProps } from '../../protocol/base/record.js';
import { boundedText } from '../../protocol/base/words.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { AgentConfig } from '../run/run-scope.js';

type ResultLimits = AgentConfig['resultLimits'];
type ContentPart = Extract<ToolResultOutput, { type: 'content' }>['value'][number];
type UserPart = Exclude<UserContent, string>[number];
type TextPart = Extract<ContentPart, { type: 'text' }>;

/** Limits a result, so that one huge result does not fill the model's context. */
export function limitOutput(output: ToolResultOutput, limits: ResultLimits): ToolResultOutput {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { ...output, value: limitText(output.value, limits.text) };
    case 'json':
    case 'error-json': {
      const text = JSON.stringify(output.value);
      const value = limitText(text, limits.text);
      const { providerOptions } = output;
      // Half a JSON value is text.
      const type = output.type === 'json' ? 'text' : 'error-text';
      return value === text ? output : { type, value, ...definedProps({ providerOptions }) };
    }
    case 'execution-denied':
      return output.reason === undefined ? output : { ...output, reason: limitText(output.reason, limits.text) };
    case 'content':
      return { ...output, value: limitParts(output.value, limits) };
    default:
      return output satisfies never;
  }
}

/** Limits a text. */
export function limitText(text: string, limit: number): string {
  return textLimiter([text], limit)(text) ?? '';
}

/**
 * Limits the parts of one result. The text parts share one limit and the files another, so that a large image takes no
 * text away. A file is left out as a whole, because half a file cannot be read.
 */
export function limitParts<PART extends ContentPart | UserPart>(
  parts: readonly PART[],
  limits: ResultLimits,
): (PART | TextPart)[] {
  const nextText = textLimiter(
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    limits.text,
  );
  let left = limits.files;
  return parts.flatMap((part): (PART | TextPart)[] => {
    if (part.type === 'text') {
      const text = nextText(part.text);
      return text === undefined ? [] : [{ ...part, text }];
    }
    const size = limits.files === Number.POSITIVE_INFINITY ? 0 : toJsonText(part).length;
    if (size > left) return [{ type: 'text', text: leftOutNote(part, size, limits.files) }];
    left -= size;
    return [part];
  });
}

/**
 * Returns a function that takes the texts of one result in their order. It returns a text as it is, then one that is
 * cut off, with a note, and `undefined` for those after it.
 */
function textLimiter(texts: readonly string[], limit: number): (text: string) => string | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  // A UTF-16 unit takes one to three bytes, so most results need no encoding to know.
  if (length * 3 <= limit) return (text) => text;
  const total = texts.reduce((sum, text) => sum + byteLength(text), 0);
  if (total <= limit) return (text) => text;
  let left: number | undefined = limit;
  return (text) => {
    if (left === undefined) return undefined;
    const size = byteLength(text);
    if (size <= left) {
      left -= size;
      return text;
    }
    const remaining = firstBytes(text, left);
    left = undefined;
    return `${remaining}\n[Cut off: this result has ${total} bytes, of which you see the first ${limit}.]`;
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The beginning of a text. A cut in the middle of a character leaves a replacement character, which is removed. */
function firstBytes(text: string, count: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, count)).replace(/\uFFFD+$/, '');
}

function leftOutNote(part: Exclude<ContentPart | UserPart, TextPart>, size: number, limit: number): string {
  const mediaType = 'mediaType' in part && part.mediaType !== undefined ? part.mediaType : part.type;
  const filename = 'filename' in part && part.filename !== undefined ? ` "${boundedText(part.filename, 100)}"` : '';
  return `[Left out: a file${filename} (${boundedText(mediaType, 100)}) of this result takes ${size} bytes. You can read at most ${limit} bytes of files in one result.]`;
}

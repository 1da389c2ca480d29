import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { toBase64 } from '../../protocol/base/base64.js';
import { isRecord } from '../../protocol/base/record.js';
import type { NamedPlace } from './wire-place.js';

/** A part of a prompt. `part` counts the parts of its message. */
export interface PromptPart {
  readonly message: number;
  readonly part: number;
}

/** A string of a request body, with its list element and the part of that element. */
interface Leaf {
  readonly text: string;
  readonly element: number;
  readonly part: number;
}

/**
 * Finds the parts of a prompt at a place of a request body. Providers count differently: a system message is or is not
 * an element, and results are
 * elements of their own or merged into the next message. So the strings and ids of the body are compared with those of
 * the prompt, in order.
 */
export function findInPrompt(
  prompt: readonly LanguageModelV4Message[],
  body: unknown,
  place: Extract<NamedPlace, { type: 'message' }>,
): readonly PromptPart[] {
  const list = messageListOf(body);
  if (list === undefined || list[place.index] === undefined) return [];
  const leaves = list.flatMap((element, index) => wireLeavesOf(element, index));
  const texts = new Set(leaves.map(({ text }) => text));
  const found: (PromptPart & { readonly leaf: Leaf })[] = [];
  let from = 0;
  for (const [message, { content }] of prompt.entries()) {
    const parts: readonly unknown[] = typeof content === 'string' ? [content] : content;
    const all = plainTextsOf(parts);
    for (const [part, each] of parts.entries()) {
      const own = marksOf(each, texts);
      const marks = new Set(all.length > 1 && hasText(each) ? [...own, bare(all.join(''))] : own);
      const index = leaves.findIndex((leaf, at) => at >= from && marks.has(leaf.text));
      const leaf = leaves[index];
      if (leaf === undefined) continue;
      found.push({ message, part, leaf });
      from = index + 1;
    }
  }
  const inElement = found.filter(({ leaf }) => leaf.element === place.index);
  const { part = -1 } = place;
  const inPart = inElement.filter(({ leaf }) => leaf.part === part);
  return inPart.length > 0 ? inPart : inElement;
}

function messageListOf(body: unknown): readonly unknown[] | undefined {
  if (!isRecord(body)) return undefined;
  return [body.messages, body.input, body.contents].find((list) => Array.isArray(list));
}

/** Returns the strings of an element in order. Google repeats the name of a tool within its response. */
function wireLeavesOf(value: unknown, element: number, part = -1): readonly Leaf[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ text: bare(value), element, part }];
  if (Array.isArray(value)) return value.flatMap((each) => wireLeavesOf(each, element, part));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'response' || key === 'role' || key === 'type') return [];
    const isList = part < 0 && (key === 'content' || key === 'parts') && Array.isArray(member);
    return isList
      ? member.flatMap((each, index) => wireLeavesOf(each, element, index))
      : wireLeavesOf(member, element, part);
  });
}

/** Returns the strings that identify a part in the body. */
function marksOf(part: unknown, texts: ReadonlySet<string>): readonly string[] {
  if (typeof part === 'string') return [bare(part)];
  if (!isRecord(part)) return [];
  if (hasText(part)) return [bare(part.text)];
  // Without ids of the provider, calls and results are matched by their order.
  if (typeof part.toolCallId === 'string')
    return [texts.has(part.toolCallId) ? part.toolCallId : String(part.toolName)];
  return isRecord(part.data) ? fileMarks(part.data) : [];
}

function fileMarks({ data, url }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof data === 'string' || data instanceof Uint8Array) return [bare(toBase64(data))];
  return url === undefined ? [] : [bare(String(url))];
}

function plainTextsOf(parts: readonly unknown[]): readonly string[] {
  return parts.flatMap((part) => (hasText(part) && part.type !== 'reasoning' ? [part.text] : []));
}

function hasText(part: unknown): part is { readonly type?: unknown; readonly text: string } {
  return isRecord(part) && typeof part.text === 'string';
}

/** Packages trim strings, and write files as `data:` URLs or without their prefix. */
function bare(text: string): string {
  return text.trim().replace(/^data:[^,]{0,200};base64,/, '');
}

import type { JSONValue, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';

/** The end of a call, as the model reads it. */
export type CallOutcome =
  | { readonly kind: 'returned'; readonly value: JSONValue }
  | { readonly kind: 'denied'; readonly reason: string | null }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'missing' };

const DEFAULT_DENIALS = new Set(['The tool call was denied.', 'Tool call execution denied.', '']);

/** Returns JSON as text. A string is unchanged, other values are formatted. */
export function textOf(value: JSONValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Converts a tool output to a call end. */
export function outcomeOf(output: LanguageModelV4ToolResultOutput | null): CallOutcome {
  if (output === null) return { kind: 'missing' };
  switch (output.type) {
    case 'text':
    case 'json':
      return { kind: 'returned', value: output.value };
    case 'content':
      return {
        kind: 'returned',
        value: output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      };
    case 'execution-denied': {
      const reason = output.reason?.trim() ?? '';
      return { kind: 'denied', reason: DEFAULT_DENIALS.has(reason) ? null : reason };
    }
    case 'error-text':
    case 'error-json':
      return { kind: 'error', message: textOf(output.value) };
  }
}

/** Returns `true` for an object that is not an array. */
export function isJsonObject(value: JSONValue | undefined): value is { readonly [key: string]: JSONValue | undefined } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Returns the first of these members that is a string. */
export function textMember(value: JSONValue, names: readonly string[]): string | null {
  if (!isJsonObject(value)) return null;
  for (const name of names) {
    const member = value[name];
    if (typeof member === 'string') return member;
  }
  return null;
}

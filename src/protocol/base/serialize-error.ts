import { isRecord } from './record.js';
import { safeString } from './words.js';

/** An error as data, for events and storage. */
export interface SerializedError {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly cause?: SerializedError;
  /** Of a {@link ModelError}: the content that the provider refused. */
  readonly refused?: RefusedContent;
}

/** Converts any thrown value to data that survives JSON. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { code: 'thrown', name: 'Error', message: safeString(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  const refused = 'refused' in error ? readRefusedContent(error.refused) : undefined;
  const about = refused === undefined ? {} : { refused };
  const base = { code, name: safeString(error.name), message: safeString(error.message), ...about };
  return error.cause === undefined || depth >= 4 ? base : { ...base, cause: serializeError(error.cause, depth + 1) };
}

/**
 * The content that made a provider refuse a request. `basis` says how that is known: with `named` the provider pointed
 * at it; with `newest` it did
 * not point at anything that could be found, and this is the newest content.
 */
export type RefusedContent = { readonly basis: 'named' | 'newest' } & (
  | {
      readonly type: 'message';
      /** The index of the message in the `messages` of the outcome, from 0. */
      readonly index: number;
      readonly role: 'user' | 'assistant';
      /** The beginning of its text, or the name of its file; may be empty. */
      readonly quote: string;
    }
  | { readonly type: 'result'; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: 'tool'; readonly toolName: string }
);

/** Parses such a value from untrusted data. Returns `undefined` for everything else. */
export function readRefusedContent(data: unknown): RefusedContent | undefined {
  if (!isRecord(data)) return undefined;
  const { type, index, role, quote, toolCallId, toolName } = data;
  const basis = data.basis === 'named' ? 'named' : 'newest';
  if (type === 'message') {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return undefined;
    if ((role !== 'user' && role !== 'assistant') || typeof quote !== 'string') return undefined;
    return { basis, type, index, role, quote };
  }
  if (typeof toolName !== 'string') return undefined;
  if (type === 'tool') return { basis, type, toolName };
  return type === 'result' && typeof toolCallId === 'string' ? { basis, type, toolCallId, toolName } : undefined;
}

/** Returns the kind of content, to choose the words for it. */
export function kindOfRefused(refused: RefusedContent): 'user' | 'assistant' | 'result' | 'tool' {
  return refused.type === 'message' ? refused.role : refused.type;
}

/** Returns the sentence, without its full stop, by which an error names the content that a provider refused. */
export function describeRefused(refused: RefusedContent): string {
  const what =
    refused.type === 'message'
      ? `${refused.role === 'user' ? 'the message of the user' : 'the answer of the agent'} at messages[${refused.index}]${refused.quote === '' ? '' : ` (${JSON.stringify(refused.quote)})`}`
      : refused.type === 'tool'
        ? `the tool '${refused.toolName}'`
        : `the result of a call of '${refused.toolName}' (${refused.toolCallId})`;
  return refused.basis === 'named'
    ? `It refused ${what}`
    : `It does not say which content it refused; the newest is ${what}`;
}

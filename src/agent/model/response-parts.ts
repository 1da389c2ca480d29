import type { LanguageModelV4ToolResult, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantContent, ToolResultPart } from 'ai';
import type { JSONValue } from '../../protocol/base/json.js';
import type { CallEnd } from '../../protocol/call-end.js';

/** A part of an assistant message. */
export type ContentPart = Exclude<AssistantContent, string>[number];

/** A call as the model wrote it. */
export interface RawCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text, if the model made no mistake. */
  readonly rawInput: string;
  /** The provider's metadata of the call; sent back with its result, too. */
  readonly providerOptions?: SharedV4ProviderMetadata;
}

/**
 * A provider's request for approval of a call. The answer is sent under `approvalId`, in a `tool-approval-response`
 * with `providerExecuted`.
 */
export interface ProviderApproval extends RawCall {
  readonly approvalId: string;
  readonly input: JSONValue;
}

interface About {
  readonly providerMetadata?: SharedV4ProviderMetadata | undefined;
}

/** Adds the provider's metadata to a part, because it must be sent back: thought signatures, item ids. */
export function withMetadata<PART extends object>(
  part: PART,
  { providerMetadata }: About,
): PART & { providerOptions?: SharedV4ProviderMetadata } {
  return providerMetadata === undefined || providerMetadata === null
    ? part
    : { ...part, providerOptions: providerMetadata };
}

/** Adds the metadata and the provider's own id of a call, which must be sent back as well. */
export function withOwnId({ providerMetadata }: About, own: SharedV4ProviderMetadata | undefined): About {
  return own === undefined ? { providerMetadata } : { providerMetadata: { ...providerMetadata, ...own } };
}

/** Returns a result of the provider in the form of the history. */
export function resultOutput({ result, isError }: LanguageModelV4ToolResult): ToolResultPart['output'] {
  if (isError === true) return { type: 'error-json', value: result };
  return typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result };
}

/** Returns the same result as the end of the call. */
export function callEnd({ result, isError }: LanguageModelV4ToolResult): CallEnd {
  return isError === true
    ? { status: 'failed', message: typeof result === 'string' ? result : JSON.stringify(result) }
    : { status: 'returned', value: result };
}

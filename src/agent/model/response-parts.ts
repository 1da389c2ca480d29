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
  /** JSON text, if all is well. */
  readonly rawInput: string;
  /** What the provider said about the call; goes back with its result, too. */
  readonly providerOptions?: SharedV4ProviderMetadata;
}

/** A provider asks whether it may run a call. The answer goes back under `approvalId`, in a `tool-approval-response` with `providerExecuted`. */
export interface ProviderApproval extends RawCall {
  readonly approvalId: string;
  readonly input: JSONValue;
}

interface About {
  readonly providerMetadata?: SharedV4ProviderMetadata | undefined;
}

/** What the provider said about a part has to go back with it: thought signatures, item ids. */
export function withMetadata<PART extends object>(
  part: PART,
  { providerMetadata }: About,
): PART & { providerOptions?: SharedV4ProviderMetadata } {
  return providerMetadata === undefined || providerMetadata === null
    ? part
    : { ...part, providerOptions: providerMetadata };
}

/** The same with the provider's own id of a call, which has to go back as well. */
export function withOwnId({ providerMetadata }: About, own: SharedV4ProviderMetadata | undefined): About {
  return own === undefined ? { providerMetadata } : { providerMetadata: { ...providerMetadata, ...own } };
}

/** A result of the provider as the history has it. */
export function resultOutput({ result, isError }: LanguageModelV4ToolResult): ToolResultPart['output'] {
  if (isError === true) return { type: 'error-json', value: result };
  return typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result };
}

/** The same result as an end of the call. */
export function callEnd({ result, isError }: LanguageModelV4ToolResult): CallEnd {
  return isError === true
    ? { status: 'failed', message: typeof result === 'string' ? result : JSON.stringify(result) }
    : { status: 'returned', value: result };
}

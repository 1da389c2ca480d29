import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ToolExecutionOptions, ToolResultPart } from 'ai';

/** What the model reads as the result of a call, in the words of the AI SDK. */
export type ToolResultOutput = ToolResultPart['output'];

/** What an AI SDK tool knows besides what ours knows. The names are the SDK's, so that its tools work unchanged. */
export interface AiFields<INPUT, OUTPUT> {
  /** A name for people; the model never sees it. Default: none. */
  readonly title?: string;
  /** Asks the provider to keep the model strictly to the schema, where it can. Default: the provider decides. */
  readonly strict?: boolean;
  /** Shows the model what an input looks like, where the provider can. Default: none. */
  readonly inputExamples?: readonly { readonly input: INPUT }[];
  /** Goes to the provider with the definition. Default: none. */
  readonly providerOptions?: SharedV4ProviderOptions;
  /**
   * Turns a result into what the model reads. When it throws, the model reads that the call is done, and nothing
   * of its result. Default: text as text, everything else as JSON.
   */
  toModelOutput?(options: {
    readonly toolCallId: string;
    readonly input: INPUT;
    readonly output: OUTPUT;
  }): ToolResultOutput | PromiseLike<ToolResultOutput>;
  /** The model begins to write an input. */
  onInputStart?(options: ToolExecutionOptions<unknown>): void | PromiseLike<void>;
  /** The model has written a piece of an input. */
  onInputDelta?(options: ToolExecutionOptions<unknown> & { inputTextDelta: string }): void | PromiseLike<void>;
  /** The model has written an input, and it passed the schema. Nothing runs yet, and perhaps never will. */
  onInputAvailable?(options: ToolExecutionOptions<unknown> & { input: INPUT }): void | PromiseLike<void>;
}

/** Whether a tool wants to be told about its inputs while they stream. */
export function hasCallbacks(
  tool: Pick<AiFields<never, never>, 'onInputStart' | 'onInputDelta' | 'onInputAvailable'>,
): boolean {
  return (tool.onInputStart ?? tool.onInputDelta ?? tool.onInputAvailable) !== undefined;
}

import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ToolExecutionOptions, ToolResultPart } from 'ai';

/** The result of a call as the model reads it, in the format of the AI SDK. */
export type ToolResultOutput = ToolResultPart['output'];

/** Options of an AI SDK tool that ours supports, too. The names are the SDK's, so that its tools work unchanged. */
export interface AiFields<INPUT, OUTPUT> {
  /** A display name; the model never sees it. Default: none. */
  readonly title?: string;
  /** Asks the provider to hold the model strictly to the schema, if it can. Default: the provider decides. */
  readonly strict?: boolean;
  /** Sample inputs that the model sees, if the provider supports them. Default: none. */
  readonly inputExamples?: readonly { readonly input: INPUT }[];
  /** Options that are sent to the provider with the definition. Default: none. */
  readonly providerOptions?: SharedV4ProviderOptions;
  /**
   * Converts a result to the form that the model reads. If it throws, the model reads that the call is done, without
   * the result. Default: a string as text, everything else as JSON.
   */
  toModelOutput?(options: {
    readonly toolCallId: string;
    readonly input: INPUT;
    readonly output: OUTPUT;
  }): ToolResultOutput | PromiseLike<ToolResultOutput>;
  /** Called when the model begins to write an input. */
  onInputStart?(options: ToolExecutionOptions<unknown>): void | PromiseLike<void>;
  /** Called for each piece of an input that the model writes. */
  onInputDelta?(options: ToolExecutionOptions<unknown> & { inputTextDelta: string }): void | PromiseLike<void>;
  /** Called when an input is complete and passed the schema. The call may still be denied, so it may never run. */
  onInputAvailable?(options: ToolExecutionOptions<unknown> & { input: INPUT }): void | PromiseLike<void>;
}

/** Returns `true` when a tool has callbacks for streamed inputs. */
export function hasCallbacks(
  tool: Pick<AiFields<never, never>, 'onInputStart' | 'onInputDelta' | 'onInputAvailable'>,
): boolean {
  return (tool.onInputStart ?? tool.onInputDelta ?? tool.onInputAvailable) !== undefined;
}

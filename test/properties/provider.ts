import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResult,
} from '@ai-sdk/provider';
import { inputSchema } from './input-schema.js';

/** Tools of the provider, which ends their calls immediately, in a later response, or after an approval. */
export const providerToolNames = ['web', 'webLater', 'webAsks'] as const;

/** Returns `true` if the provider executes calls of this tool. */
export function isProviderTool(toolName: string): boolean {
  return (providerToolNames as readonly string[]).includes(toolName);
}

/** The provider's tools, as the AI SDK's provider packages create them. */
export const providerTools = Object.fromEntries(
  providerToolNames.map((name) => [
    name,
    {
      type: 'provider' as const,
      id: `acme.${name}` as const,
      isProviderExecuted: true as const,
      supportsDeferredResults: name !== 'web',
      args: {},
      inputSchema,
    },
  ]),
);

/** Returns the provider's id for the approval request of a call. */
export function approvalIdOf(input: unknown): string {
  return `approval-${numberOf(input)}`;
}

/** A scripted model that executes some of its own calls. It reads in the prompt which results are missing. */
export function withProviderTools(
  model: LanguageModelV4,
  /** Returns `true` if the response to a request has such calls. Most responses are passed on unchanged. */
  hasOwnCalls: (prompt: LanguageModelV4Prompt) => boolean,
): LanguageModelV4 {
  return {
    ...model,
    doStream: async (options) => {
      const owed = owedResults(options.prompt);
      const response = await model.doStream(options);
      if (owed.length === 0 && !hasOwnCalls(options.prompt)) return response;
      const { stream, ...rest } = response;
      const added = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: (part, out) => {
          for (const made of withOwn(part, owed)) out.enqueue(made);
        },
      });
      return { ...rest, stream: stream.pipeThrough(added) };
    },
  };
}

function withOwn(
  part: LanguageModelV4StreamPart,
  owed: readonly LanguageModelV4ToolResult[],
): readonly LanguageModelV4StreamPart[] {
  if (part.type === 'stream-start') return [part, ...owed];
  if (part.type === 'tool-input-start' && isProviderTool(part.toolName)) return [{ ...part, providerExecuted: true }];
  if (part.type !== 'tool-call' || !isProviderTool(part.toolName)) return [part];
  const call = { ...part, providerExecuted: true };
  const { toolCallId } = part;
  const input: unknown = JSON.parse(part.input);
  switch (part.toolName) {
    case 'web':
      return [call, ...(numberOf(input) % 5 === 0 ? [preliminary(call)] : []), toResult(call, input)];
    case 'webAsks':
      return [call, { type: 'tool-approval-request', approvalId: approvalIdOf(input), toolCallId }];
    default:
      return [call];
  }
}

type Named = Pick<LanguageModelV4ToolCallPart, 'toolCallId' | 'toolName'>;

function toResult({ toolCallId, toolName }: Named, input: unknown): LanguageModelV4ToolResult {
  const n = numberOf(input);
  const failed = n % 7 === 0 ? { isError: true } : {};
  return { type: 'tool-result', toolCallId, toolName, result: { n }, ...failed };
}

function preliminary({ toolCallId, toolName }: Named): LanguageModelV4ToolResult {
  return { type: 'tool-result', toolCallId, toolName, result: { step: 1 }, preliminary: true };
}

/**
 * Returns the missing results of earlier responses. Calls that need approval have one after that, and some
 * only after another response.
 */
function owedResults(prompt: LanguageModelV4Prompt): readonly LanguageModelV4ToolResult[] {
  const responses = prompt.filter((message) => message.role === 'assistant');
  const ended = new Set(
    responses.flatMap(({ content }) => content.map((part) => (part.type === 'tool-result' ? part.toolCallId : ''))),
  );
  const approved = new Set(
    prompt.flatMap((message) =>
      message.role === 'tool'
        ? message.content.map((part) => (part.type !== 'tool-result' && part.approved ? part.approvalId : ''))
        : [],
    ),
  );
  return responses.flatMap(({ content }, index) =>
    content.flatMap((part) => {
      if (part.type !== 'tool-call' || part.providerExecuted !== true || ended.has(part.toolCallId)) return [];
      if (part.toolName === 'webAsks' && !approved.has(approvalIdOf(part.input))) return [];
      const isSlow = numberOf(part.input) % 4 === 0;
      return isSlow && index === responses.length - 1 ? [] : [toResult(part, part.input)];
    }),
  );
}

function numberOf(input: unknown): number {
  return (input as { readonly n: number }).n;
}

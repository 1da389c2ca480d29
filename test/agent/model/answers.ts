import type { AssistantModelMessage, ToolSet } from 'ai';
import { jsonSchema, streamText, tool } from 'ai';
import { recordedTools } from '../../support/recorded-answers.js';
import { calledTools } from '../../support/written-answers.js';
import type { Part } from './streams.js';
import { partsModel, read } from './support.js';

/** Without `validate`, a schema accepts everything, so the SDK accepts every input that is JSON. */
const tools: ToolSet = Object.fromEntries(
  ['search', 'write', ...calledTools, ...recordedTools].map((name) => [
    name,
    tool({ inputSchema: jsonSchema({ type: 'object' }) }),
  ]),
);

/** The compared properties of a response. */
export interface Answer {
  readonly content: unknown;
  readonly calls: unknown;
  readonly tokens: unknown;
  readonly text: string;
}

/** Reads a stream in one step with the SDK. */
export async function sdk(parts: readonly Part[]): Promise<Answer> {
  const result = streamText({ model: partsModel([parts]), tools, prompt: 'go', maxRetries: 0, onError: () => {} });
  await result.consumeStream();
  const message = (await result.responseMessages).find(
    (found): found is AssistantModelMessage => found.role === 'assistant',
  );
  const usage = await result.usage;
  const calls = await result.toolCalls;
  return {
    content: message?.content ?? [],
    calls: calls
      .filter((call) => call.providerExecuted !== true)
      .map(({ toolCallId, toolName }) => ({ toolCallId, toolName })),
    tokens: {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cacheReadTokens: usage.inputTokenDetails.cacheReadTokens,
      cacheWriteTokens: usage.inputTokenDetails.cacheWriteTokens,
      reasoningTokens: usage.outputTokenDetails.reasoningTokens,
    },
    text: await result.text,
  };
}

/** Reads a stream with our code. Returns a string for an error. */
export async function ours(parts: readonly Part[]): Promise<Answer | string> {
  const { response, error } = await read(parts);
  if (response === undefined) return error instanceof Error ? error.message : String(error);
  const { content, calls, tokens, text } = response;
  return { content, calls: calls.map(({ toolCallId, toolName }) => ({ toolCallId, toolName })), tokens, text };
}

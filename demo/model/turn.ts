import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';

/** A call of this turn, with its result if it has one. */
export interface MadeCall {
  readonly id: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly output: LanguageModelV4ToolResultOutput | null;
}

/** The current turn of a conversation: the request, and everything since. */
export interface Turn {
  readonly request: string;
  /** The calls of each response in this turn. */
  readonly rounds: readonly (readonly MadeCall[])[];
  /** The remarks of the runtime about edited inputs and notes. */
  readonly notes: readonly string[];
}

// The runtime informs the model about edits and notes in a generated user message.
const NOTE = /^The user(?: changed the arguments of|'s note on) `/;

function textsOf(message: LanguageModelV4Message): string[] {
  if (message.role !== 'user') return [];
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

// A remark may be in one message with content of a tool. A message is a request if none of its parts is a remark.
const isRequest = (message: LanguageModelV4Message): boolean =>
  message.role === 'user' && !textsOf(message).some((text) => NOTE.test(text));

function outputsOf(messages: readonly LanguageModelV4Message[]): Map<string, LanguageModelV4ToolResultOutput> {
  const results = messages.flatMap((message): LanguageModelV4ToolResultPart[] =>
    message.role === 'tool' || message.role === 'assistant'
      ? message.content.filter((part) => part.type === 'tool-result')
      : [],
  );
  return new Map(results.map((result) => [result.toolCallId, result.output]));
}

function callsOf(
  message: LanguageModelV4Message,
  outputs: ReadonlyMap<string, LanguageModelV4ToolResultOutput>,
): MadeCall[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            toolName: part.toolName,
            input: part.input,
            output: outputs.get(part.toolCallId) ?? null,
          },
        ]
      : [],
  );
}

/** Reads the last turn of a prompt. It has no state between calls. */
export function readTurn(prompt: LanguageModelV4Prompt): Turn {
  const start = prompt.findLastIndex(isRequest);
  const opening = prompt[start];
  const since = prompt.slice(start + 1);
  const outputs = outputsOf(since);
  return {
    request: opening === undefined ? '' : textsOf(opening).join('\n'),
    rounds: since.map((message) => callsOf(message, outputs)).filter((calls) => calls.length > 0),
    notes: since
      .flatMap(textsOf)
      .flatMap((text) => text.split(/\n(?=The user(?: changed|'s note) )/))
      .filter((text) => NOTE.test(text)),
  };
}

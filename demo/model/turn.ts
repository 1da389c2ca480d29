import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';

/** One call that was made in this turn, with what came back, if anything did. */
export interface MadeCall {
  readonly id: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly output: LanguageModelV4ToolResultOutput | null;
}

/** The current turn of a conversation: what the person asked, and what has happened since. */
export interface Turn {
  readonly request: string;
  /** The calls of each response in this turn. */
  readonly rounds: readonly (readonly MadeCall[])[];
  /** What the runtime says about changed inputs and notes, one remark each. */
  readonly notes: readonly string[];
}

// How the runtime tells the model what a person changed or noted: in a user message that no person typed.
const NOTE = /^The user(?: changed the arguments of|'s note on) `/;

function textsOf(message: LanguageModelV4Message): string[] {
  if (message.role !== 'user') return [];
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

// Notes may share a message with what a tool handed over; a message counts as a request when no part of it is a note.
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

/** Reads the turn that a prompt ends with. Nothing is remembered between calls. */
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

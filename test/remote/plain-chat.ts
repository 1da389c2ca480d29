import { randomUUID } from 'node:crypto';
import { isToolUIPart, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { readUntil, type StopCondition } from '../support/read-until.js';

// A minimal client of UI messages, independent of this package, which also sends invalid requests.

export type Part = UIMessage['parts'][number];

/** The response to one request. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly chunks: readonly UIMessageChunk[];
}

/** A person's answer to a call. */
export type PlainAnswer =
  | { readonly approved: boolean; readonly reason?: string; readonly input?: unknown; readonly tool?: string }
  | { readonly output: unknown };

export const yes: PlainAnswer = { approved: true };

export const userMessage = (text: string, id: string = randomUUID()): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

/** Returns the complete chunks of a body. */
export function chunksIn(text: string): readonly UIMessageChunk[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line.slice('data: '.length)) as UIMessageChunk];
    } catch {
      // The line was cut off.
      return [];
    }
  });
}

export const chunksOfType = <TYPE extends UIMessageChunk['type']>(
  { chunks }: Pick<Reply, 'chunks'>,
  type: TYPE,
): readonly Extract<UIMessageChunk, { type: TYPE }>[] =>
  chunks.filter((chunk): chunk is Extract<UIMessageChunk, { type: TYPE }> => chunk.type === type);

export const textIn = (reply: Pick<Reply, 'chunks'>): string =>
  chunksOfType(reply, 'text-delta')
    .map(({ delta }) => delta)
    .join('');

/**
 * Builds a message from chunks with the AI SDK's own reader. `answered` is the message that the chunks
 * continue.
 */
export async function messageOf({ chunks }: Pick<Reply, 'chunks'>, answered?: UIMessage): Promise<UIMessage> {
  const stream = new ReadableStream<UIMessageChunk>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: UIMessage = { id: '', role: 'assistant', parts: [] };
  for await (const read of readUIMessageStream({ stream, ...(answered && { message: answered }) })) last = read;
  // Serialized as on a wire. Not every server sends an id.
  return JSON.parse(JSON.stringify({ ...last, id: last.id || 'answer-1' }));
}

/** Returns an answered copy of a message. `said` has the answers by tool name, or by the index of the call. */
export function answerMessage(message: UIMessage, said: Readonly<Record<string, PlainAnswer>>): UIMessage {
  let index = -1;
  const parts = message.parts.map((part) => {
    if (!isToolUIPart(part)) return part;
    index += 1;
    const answer = said[index] ?? said[part.type.slice('tool-'.length)];
    return answer === undefined ? part : answerPart(part, answer);
  });
  return { ...message, parts };
}

/** Also creates answers that no valid client would send. */
function answerPart(part: Extract<Part, { toolCallId: string }>, said: PlainAnswer): Part {
  if ('output' in said) {
    const { approval: _, ...rest } = part as typeof part & { readonly approval?: unknown };
    return { ...rest, state: 'output-available', output: said.output } as Part; // the result of a call without an approval request
  }
  const { input = part.input, tool, ...answer } = said;
  const type = tool === undefined ? part.type : `tool-${tool}`;
  const asked = (part as { readonly approval?: object }).approval;
  return { ...part, type, input, state: 'approval-responded', approval: { ...asked, ...answer } } as Part; // may be an invalid answer
}

/** One chat on a server. */
export interface PlainChat {
  readonly id: string;
  readonly send: (messages: readonly UIMessage[]) => Promise<Reply>;
  /** Sends a request, and disconnects when the condition is met. */
  readonly leave: (messages: readonly UIMessage[], enough: StopCondition) => Promise<Reply>;
  /** Sends a user message, and returns the response as a message. */
  readonly ask: (
    prompt: string,
  ) => Promise<{ readonly question: UIMessage; readonly message: UIMessage; readonly reply: Reply }>;
}

export function plainChat(api: string): PlainChat {
  const id = `chat-${randomUUID()}`;
  const open = async (messages: readonly UIMessage[], signal?: AbortSignal): Promise<Response> =>
    await fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, messages, trigger: 'submit-message' }),
      ...(signal && { signal }),
    });
  const send = async (messages: readonly UIMessage[]): Promise<Reply> => {
    const response = await open(messages);
    const text = await response.text();
    return { status: response.status, text, chunks: chunksIn(text) };
  };
  return {
    id,
    send,
    leave: async (messages, enough) => {
      const { status, text } = await readUntil((signal) => open(messages, signal), enough);
      return { status, text, chunks: chunksIn(text) };
    },
    ask: async (prompt) => {
      const question = userMessage(prompt);
      const reply = await send([question]);
      return { question, message: await messageOf(reply), reply };
    },
  };
}

import { randomUUID } from 'node:crypto';
import { isToolUIPart, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { readUntil, type StopCondition } from '../../support/read-until.js';

// A client of UI messages that sends whatever it is told to: nothing of this package's own is in it.

export type Part = UIMessage['parts'][number];

/** What a server said to one request. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly chunks: readonly UIMessageChunk[];
}

/** What a person says to a call. */
export type Said =
  | { readonly approved: boolean; readonly reason?: string; readonly input?: unknown; readonly tool?: string }
  | { readonly output: unknown };

export const yes: Said = { approved: true };

export const userMessage = (text: string, id: string = randomUUID()): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

/** The chunks of a body as far as it came. */
export function chunksIn(text: string): readonly UIMessageChunk[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line.slice('data: '.length)) as UIMessageChunk];
    } catch {
      // Cut off in its middle.
      return [];
    }
  });
}

export const chunksOfType = <TYPE extends UIMessageChunk['type']>(
  { chunks }: Pick<Reply, 'chunks'>,
  type: TYPE,
): readonly Extract<UIMessageChunk, { type: TYPE }>[] =>
  chunks.filter((chunk): chunk is Extract<UIMessageChunk, { type: TYPE }> => chunk.type === type);

export const saidIn = (reply: Pick<Reply, 'chunks'>): string =>
  chunksOfType(reply, 'text-delta')
    .map(({ delta }) => delta)
    .join('');

/** The message that chunks make, by the AI SDK's own reader; `answered` is the message that they go on with. */
export async function messageOf({ chunks }: Pick<Reply, 'chunks'>, answered?: UIMessage): Promise<UIMessage> {
  const stream = new ReadableStream<UIMessageChunk>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: UIMessage = { id: '', role: 'assistant', parts: [] };
  for await (const read of readUIMessageStream({ stream, ...(answered && { message: answered }) })) last = read;
  // As it goes over a wire, and under some id, which not every server gives.
  return JSON.parse(JSON.stringify({ ...last, id: last.id || 'answer-1' }));
}

/** The answered copy of a message; `said` gives by name of the tool, or by number of the call, what is said of it. */
export function answered(message: UIMessage, said: Readonly<Record<string, Said>>): UIMessage {
  let index = -1;
  const parts = message.parts.map((part) => {
    if (!isToolUIPart(part)) return part;
    index += 1;
    const answer = said[index] ?? said[part.type.slice('tool-'.length)];
    return answer === undefined ? part : answeredPart(part, answer);
  });
  return { ...message, parts };
}

/** Not every answer is one that a client could mean. */
function answeredPart(part: Extract<Part, { toolCallId: string }>, said: Said): Part {
  if ('output' in said) {
    const { approval: _, ...rest } = part as typeof part & { readonly approval?: unknown };
    return { ...rest, state: 'output-available', output: said.output } as Part; // the answer to a call without a question
  }
  const { input = part.input, tool, ...answer } = said;
  const type = tool === undefined ? part.type : `tool-${tool}`;
  const asked = (part as { readonly approval?: object }).approval;
  return { ...part, type, input, state: 'approval-responded', approval: { ...asked, ...answer } } as Part; // also one that nobody may give
}

/** One chat with a server. */
export interface PlainChat {
  readonly id: string;
  readonly send: (messages: readonly UIMessage[]) => Promise<Reply>;
  /** Sends, and goes away as soon as this holds of what has come, or is resolved. */
  readonly leave: (messages: readonly UIMessage[], enough: StopCondition) => Promise<Reply>;
  /** Says something, and has the answer as a message. */
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

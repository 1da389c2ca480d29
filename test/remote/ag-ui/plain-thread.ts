import { randomUUID } from 'node:crypto';
import { readUntil, type StopCondition } from '../../support/read-until.js';

// A minimal AG-UI client, independent of this package, which also sends invalid requests.

/** An event as it was received. */
export type AgUiEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** A message of AG-UI. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly content?: string;
  readonly toolCallId?: string;
  readonly error?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** The members of an interrupt that a client without a dialect reads. */
export interface AskedInterrupt {
  readonly id: string;
  readonly toolCallId?: string;
  readonly responseSchema?: { readonly properties?: object };
  readonly metadata?: { readonly langgraph?: { readonly raw?: { readonly name?: string } } };
}

export interface ResumeEntry {
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: unknown;
}

/** The variable part of a request. */
export interface RequestBody {
  readonly messages: readonly AgUiMessage[];
  readonly resume?: readonly ResumeEntry[];
  readonly tools?: readonly object[];
  readonly forwardedProps?: object;
}

export interface AgUiReply {
  readonly status: number;
  readonly text: string;
  readonly events: readonly AgUiEvent[];
}

export const userSays = (content: string, id: string = randomUUID()): AgUiMessage => ({ id, role: 'user', content });

export const callMessage = (id: string, name: string, input: unknown): AgUiMessage => ({
  id: randomUUID(),
  role: 'assistant',
  toolCalls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
});

function eventsIn(text: string): readonly AgUiEvent[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line.slice('data: '.length)) as AgUiEvent];
    } catch {
      // The line was cut off.
      return [];
    }
  });
}

export const eventsOfType = ({ events }: Pick<AgUiReply, 'events'>, type: string): readonly AgUiEvent[] =>
  events.filter((event) => event.type === type);

export const textIn = (reply: Pick<AgUiReply, 'events'>): string =>
  eventsOfType(reply, 'TEXT_MESSAGE_CONTENT')
    .map(({ delta }) => delta)
    .join('');

/** Returns the interrupts at the end of a response. */
export function interruptsIn(reply: Pick<AgUiReply, 'events'>): readonly AskedInterrupt[] {
  const [finished] = eventsOfType(reply, 'RUN_FINISHED');
  const outcome = finished?.outcome as { readonly interrupts?: readonly AskedInterrupt[] } | undefined; // defined by AG-UI
  return outcome?.interrupts ?? [];
}

/** Returns the messages after a response: those of its last snapshot, or those that its events create. */
export function messagesAfter(
  before: readonly AgUiMessage[],
  reply: Pick<AgUiReply, 'events'>,
): readonly AgUiMessage[] {
  const snapshot = eventsOfType(reply, 'MESSAGES_SNAPSHOT').at(-1);
  if (snapshot !== undefined) return snapshot.messages as readonly AgUiMessage[]; // defined by AG-UI
  const inputs = new Map<unknown, string>();
  for (const { toolCallId, delta } of eventsOfType(reply, 'TOOL_CALL_ARGS')) {
    inputs.set(toolCallId, `${inputs.get(toolCallId) ?? ''}${delta}`);
  }
  const toolCalls = eventsOfType(reply, 'TOOL_CALL_START').map(({ toolCallId, toolCallName }) => ({
    id: String(toolCallId),
    type: 'function' as const,
    function: { name: String(toolCallName), arguments: inputs.get(toolCallId) ?? '{}' },
  }));
  const results = eventsOfType(reply, 'TOOL_CALL_RESULT').map(({ messageId, toolCallId, content }) => ({
    id: String(messageId),
    role: 'tool',
    toolCallId: String(toolCallId),
    content: String(content),
  }));
  const answer = {
    id: randomUUID(),
    role: 'assistant',
    content: textIn(reply),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
  return [...before, answer, ...results];
}

/** One thread on a server. */
export interface PlainThread {
  readonly send: (sent: RequestBody) => Promise<AgUiReply>;
  /** Sends a request, and disconnects when the condition is met. */
  readonly leave: (sent: RequestBody, enough: StopCondition) => Promise<AgUiReply>;
  /** Sends a user message, and returns the messages and the interrupts after the response. */
  readonly ask: (
    prompt: string,
    tools?: readonly object[],
  ) => Promise<{
    readonly messages: readonly AgUiMessage[];
    readonly interrupts: readonly AskedInterrupt[];
    readonly reply: AgUiReply;
  }>;
}

export function plainThread(url: string): PlainThread {
  const threadId = `thread-${randomUUID()}`;
  const open = async (sent: RequestBody, signal?: AbortSignal): Promise<Response> =>
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        ...{ threadId, runId: `run-${randomUUID()}`, protocolVersion: '1.0' },
        ...{ state: {}, tools: [], context: [], forwardedProps: {}, ...sent },
      }),
      ...(signal && { signal }),
    });
  const send = async (sent: RequestBody): Promise<AgUiReply> => {
    const response = await open(sent);
    const text = await response.text();
    return { status: response.status, text, events: eventsIn(text) };
  };
  return {
    send,
    leave: async (sent, enough) => {
      const { status, text } = await readUntil((signal) => open(sent, signal), enough);
      return { status, text, events: eventsIn(text) };
    },
    ask: async (prompt, tools = []) => {
      const question = userSays(prompt);
      const reply = await send({ messages: [question], tools });
      return { messages: messagesAfter([question], reply), interrupts: interruptsIn(reply), reply };
    },
  };
}

import { pullStream } from './source.js';

/** A transport that responds with the text of the source as chunks, without a server. */
export class TextTransport {
  #bench;

  constructor(bench) {
    this.#bench = bench;
  }

  async sendMessages() {
    return pullStream(textChunks(this.#bench));
  }

  async reconnectToStream() {
    return null;
  }
}

async function* textChunks(bench) {
  yield { type: 'start', messageId: 'answer' };
  yield { type: 'start-step' };
  yield { type: 'text-start', id: 't' };
  for await (const delta of bench.source()) yield { type: 'text-delta', id: 't', delta };
  yield { type: 'text-end', id: 't' };
  yield { type: 'finish-step' };
  yield { type: 'finish' };
}

/** Responds like a server, with one part of the response at a time. */
export function textFetch(bench) {
  const encoder = new TextEncoder();
  async function* bytes() {
    for await (const chunk of textChunks(bench)) yield encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
    yield encoder.encode('data: [DONE]\n\n');
  }
  const headers = { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' };
  return async () => new Response(pullStream(bytes()), { headers });
}

/** A transport that responds with one call of `add` per request, then with text. */
export class ToolTransport {
  #bench;
  #step = 0;

  constructor(bench) {
    this.#bench = bench;
  }

  async sendMessages() {
    await this.#bench.step(this.#step);
    return pullStream(this.#chunks(this.#step++));
  }

  async reconnectToStream() {
    return null;
  }

  async *#chunks(i) {
    const [toolCallId, toolName] = [`c${i}`, 'add'];
    const isLast = i === this.#bench.steps;
    yield { type: 'start', ...(i === 0 ? { messageId: 'answer' } : {}) };
    yield { type: 'start-step' };
    if (isLast) {
      yield { type: 'text-start', id: 't' };
      yield { type: 'text-delta', id: 't', delta: 'done' };
      yield { type: 'text-end', id: 't' };
    } else {
      yield { type: 'tool-input-start', toolCallId, toolName };
      yield { type: 'tool-input-delta', toolCallId, inputTextDelta: `{"i":${i}}` };
      yield { type: 'tool-input-available', toolCallId, toolName, input: { i } };
    }
    yield { type: 'finish-step' };
    yield { type: 'finish', finishReason: isLast ? 'stop' : 'tool-calls' };
  }
}

/** Converts the neutral history to messages of the AI SDK. */
export function toUIMessages(messages) {
  const toPart = ({ type, id, name, input, output, text }) =>
    type === 'tool'
      ? { type: `tool-${name}`, toolCallId: id, state: 'output-available', input, output }
      : { type, text, state: 'done' };
  return messages.map(({ id, role, parts }) => ({ id, role, parts: parts.map(toPart) }));
}

/** Converts a message of the AI SDK to a neutral one, for rows. */
export function toNeutral({ parts }) {
  return parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return [part];
    return part.type.startsWith('tool-') ? [{ type: 'tool', name: part.type.slice(5), state: part.state }] : [];
  });
}

import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  tool,
  toUIMessageStream,
  validateUIMessages,
} from 'ai';
import { z } from 'zod';
import { model } from './model.js';

const notes = new Set(['milk', 'old']);

const tools = {
  deleteNote: tool({
    description: 'Delete one of the notes milk and old',
    inputSchema: z.object({ name: z.string() }),
    execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
  }),
};

/** Receives the messages of a page and continues the chat. Authenticate and authorize the user here. */
export async function chat(request) {
  const { messages: sent } = await request.json();
  const messages = await validateUIMessages({ messages: sent });
  const { stream } = streamText({
    model,
    tools,
    instructions: 'You look after notes.',
    toolApproval: { deleteNote: 'user-approval' },
    messages: await convertToModelMessages(messages, { tools }),
    stopWhen: isStepCount(20),
    abortSignal: request.signal, // a stop in the page stops the model, too
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream, tools, originalMessages: messages }) });
}

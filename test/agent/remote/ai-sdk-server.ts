import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  convertToModelMessages,
  pipeUIMessageStreamToResponse,
  streamText,
  type ToolSet,
  tool,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** A server as the AI SDK's documentation builds one, with its own code for streams, approvals and signatures. */
export interface AiSdkServer {
  readonly url: string;
  /** The tools that really ran, in order, by the paths that they got. */
  readonly ran: readonly string[];
  /** What its model was told last. */
  readonly heard: () => string;
}

/** Starts one whose model plays these turns, and which stops with the test. `secret`: it signs its questions. */
export async function startAiSdkServer(turns: readonly ScriptedTurn[], secret?: string): Promise<AiSdkServer> {
  const ran: string[] = [];
  const model = scriptedModel(turns);
  const inputSchema = z.object({ path: z.string() });
  const run = ({ path }: { readonly path: string }): string => {
    ran.push(path);
    return `${path} is gone`;
  };
  const tools: ToolSet = {
    delete_file: tool({ inputSchema, execute: run }),
    list_files: tool({ inputSchema: z.object({}), execute: () => ['a.txt', 'b.txt'] }),
    pick_colour: tool({ inputSchema: z.object({ label: z.string() }) }),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages }: { messages: UIMessage[] } = JSON.parse(text);
    const result = streamText({
      model,
      tools,
      toolApproval: { delete_file: 'user-approval' },
      messages: await convertToModelMessages(messages, { tools }),
      // What it refuses is told to its client.
      onError: () => {},
      ...(secret === undefined ? {} : { experimental_toolApprovalSecret: secret }),
    });
    const stream = toUIMessageStream({ stream: result.stream, tools, originalMessages: messages });
    await pipeUIMessageStreamToResponse({ response, stream });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const heard = (): string => JSON.stringify(model.requests.at(-1)?.prompt);
  return { url: `http://127.0.0.1:${port}/chat`, ran, heard };
}

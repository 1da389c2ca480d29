import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  convertToModelMessages,
  isStepCount,
  pipeUIMessageStreamToResponse,
  streamText,
  type ToolApprovalConfiguration,
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

/** What a route of the AI SDK is made of. */
export interface AiSdkRoute {
  readonly model: LanguageModelV4;
  readonly tools: ToolSet;
  readonly toolApproval: ToolApprovalConfiguration<ToolSet, never>;
  /** It signs its questions. */
  readonly secret?: string | undefined;
  /** Is told of a client that goes away in the middle of a response. */
  readonly onHangUp?: () => void;
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
  const url = await startAiSdkRoute({ model, tools, toolApproval: { delete_file: 'user-approval' }, secret });
  const heard = (): string => JSON.stringify(model.requests.at(-1)?.prompt);
  return { url, ran, heard };
}

/** Starts a server with one route, which stops with the test, and has its address. */
export async function startAiSdkRoute(route: AiSdkRoute): Promise<string> {
  const { model, tools, toolApproval, secret, onHangUp } = route;
  const server = createServer(async (request, response) => {
    // There is one route, and no other.
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    const gone = new AbortController();
    response.on('close', () => {
      gone.abort();
      if (!response.writableFinished) onHangUp?.();
    });
    const { messages }: { messages: UIMessage[] } = JSON.parse(text);
    const result = streamText({
      model,
      tools,
      toolApproval,
      messages: await convertToModelMessages(messages, { tools }),
      stopWhen: isStepCount(8),
      abortSignal: gone.signal,
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
  return `http://127.0.0.1:${port}/chat`;
}

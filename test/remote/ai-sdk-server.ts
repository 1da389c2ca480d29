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

/** A server as in the AI SDK's documentation, with the SDK's code for streams, approvals and signatures. */
export interface AiSdkServer {
  readonly url: string;
  /** The executed tools in order, with the path of each. */
  readonly ran: readonly string[];
  /** Returns the last messages that its model received. */
  readonly heard: () => string;
}

/** Options of an AI SDK route. */
export interface AiSdkRoute {
  readonly model: LanguageModelV4;
  readonly tools: ToolSet;
  readonly toolApproval: ToolApprovalConfiguration<ToolSet, never>;
  /** The secret with which it signs approval requests. */
  readonly secret?: string | undefined;
  /** Called when a client disconnects during a response. */
  readonly onHangUp?: () => void;
}

/**
 * Starts a server whose model plays these turns, and which stops with the test. With `secret` it signs
 * approval requests.
 */
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
  const lastPrompt = (): string => JSON.stringify(model.requests.at(-1)?.prompt);
  return { url, ran, heard: lastPrompt };
}

/** Starts a server with one route, which stops with the test, and returns its URL. */
export async function startAiSdkRoute(route: AiSdkRoute): Promise<string> {
  const { model, tools, toolApproval, secret, onHangUp } = route;
  const server = createServer(async (request, response) => {
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
      // The client receives its errors.
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
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return `http://127.0.0.1:${port}/chat`;
}

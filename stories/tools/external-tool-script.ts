import { type JSONValue, type Tool, tool, type UseAgentRunResult } from 'countersign';
import { z } from 'zod';
import type { StoryRun, StoryScript } from '../support/index.js';

/** A call of a client tool: the tool, and the input of the call. */
export interface ExternalToolCall {
  readonly title: string;
  readonly input: Readonly<Record<string, JSONValue>>;
  readonly clientTool: UseAgentRunResult['clientTools'][string];
  readonly outputSchema?: Tool['outputSchema'];
}

/** Returns the script of a story in which a model calls one external tool, and ends after its result. */
export function externalToolScript({ title, input, clientTool, outputSchema }: ExternalToolCall): StoryScript {
  const asked = tool({
    description: title,
    inputSchema: z.looseObject({}),
    describe: () => ({ title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });
  return {
    tools: () => ({ ask: asked }),
    clientTools: { ask: clientTool },
    turns: [{ calls: [{ toolName: 'ask', input }] }, 'Thanks.'],
  };
}

/** Returns the messages of the finished run as JSON. */
export async function historyOf({ conversation, until }: StoryRun): Promise<string> {
  await until((state) => state.outcome !== null);
  return JSON.stringify(conversation.store.getState().outcome?.messages);
}

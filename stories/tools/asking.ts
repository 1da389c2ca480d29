import { type JSONValue, type Tool, tool, type UseAgentRunResult } from 'countersign';
import { z } from 'zod';
import type { StoryRun, StoryScript } from '../support/index.js';

/** A call that a client tool answers: what the tool is, and with which input it is called. */
export interface Asked {
  readonly title: string;
  readonly input: Readonly<Record<string, JSONValue>>;
  readonly clientTool: UseAgentRunResult['clientTools'][string];
  readonly outputSchema?: Tool['outputSchema'];
}

/** The script of a story in which a model calls one external tool, and ends when it is answered. */
export function asking({ title, input, clientTool, outputSchema }: Asked): StoryScript {
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

/** The messages of the run, as JSON, once it is over. */
export async function historyOf({ conversation, until }: StoryRun): Promise<string> {
  await until((state) => state.outcome !== null);
  return JSON.stringify(conversation.store.getState().outcome?.messages);
}

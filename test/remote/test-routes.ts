import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { tool as sdkTool, type ToolSet } from 'ai';
import { ApprovalRequired, ask, createAgent, createPolicy, tool } from 'countersign/core';
import { z } from 'zod';
import { localModel } from '../e2e/any-server/local-model.js';
import { fileSchema, pathSchema, toolsThat } from '../e2e/any-server/local-tools.js';
import { startChatServer } from '../server/chat-server.js';
import { startAiSdkRoute } from './ai-sdk-server.js';
import type { Backend, ExecutedTool } from './backends.js';

// The servers on which the guide's statements are checked: servers by other authors, if they are installed,
// and two kinds in this process.

/** A route, and the log of its executed tools. */
export interface TestRoute {
  readonly api: string;
  /** Returns the started tools in order, with `… finished` when a slow one completes. */
  readonly journal: () => Promise<readonly ExecutedTool[]>;
  /**
   * Lets slow work complete: the text of `slowcall`, or the tool `archive`. Servers by other authors do not need
   * it.
   */
  readonly release: (what: 'text' | 'tool') => void;
  /** Returns how many clients disconnected during a response. Absent for servers by other authors. */
  readonly hangUps?: () => number;
}

/** A route of a server by another author. */
export function routeOf({ url }: Backend, path: string): TestRoute {
  return {
    api: `${url}${path}`,
    journal: async () => (await (await fetch(`${url}/journal`)).json()) as ExecutedTool[], // the format of these servers
    release: () => {},
  };
}

/** A promise with its `resolve` function. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Additional scripts of the model, by the first word of the prompt. */
const scripts: Parameters<typeof localModel>[0] = {
  two: [{ calls: ['a.txt', 'b.txt'].map((path) => ({ toolName: 'delete_file', input: { path } })) }],
  again: [{ calls: [{ toolName: 'transfer', input: { amount: 500 } }] }],
  slowcall: [{ text: 'one two three four five', calls: [{ toolName: 'list_files', input: {} }] }],
  modelerror: [{ fails: 'The model is down.', status: 401 }],
};

/** The same model, which pauses in the middle of the text of `slowcall`. */
function pausedModel(until: Promise<void>): LanguageModelV4 {
  const model = localModel(scripts);
  return {
    ...model,
    doStream: async (request) => {
      const { stream, ...rest } = await model.doStream(request);
      const isHeld = JSON.stringify(request.prompt.at(-1)).includes('slowcall');
      const held = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: async (part, controller) => {
          controller.enqueue(part);
          if (isHeld && part.type === 'text-delta') await until;
        },
      });
      return { ...rest, stream: stream.pipeThrough(held) };
    },
  };
}

/** The common parts of both kinds. */
function parts() {
  const ran: ExecutedTool[] = [];
  const held = { text: signal(), tool: signal() };
  let hangUps = 0;
  const record = (one: ExecutedTool): void => void ran.push(one);
  const place = (api: string): TestRoute => ({
    api,
    journal: async () => ran,
    release: (what) => held[what].give(),
    hangUps: () => hangUps,
  });
  const archived = async (): Promise<void> => {
    await held.tool.given;
    record({ tool: 'archive finished', input: {} });
  };
  const onHangUp = (): void => {
    hangUps += 1;
  };
  return { record, archived, model: pausedModel(held.text.given), onHangUp, place };
}

/** Starts a server with an agent of this package. */
export async function startOwnRoute(): Promise<TestRoute> {
  const { record, archived, model, onHangUp, place } = parts();
  const askedTwice = new Set<string>();
  const transfer = tool({
    inputSchema: z.object({ amount: z.number() }),
    requiresApproval: true,
    execute: (input, { toolCallId }) => {
      // Simulates a second factor.
      if (!askedTwice.has(toolCallId)) {
        askedTwice.add(toolCallId);
        throw new ApprovalRequired({ metadata: { second: true } });
      }
      record({ tool: 'transfer', input });
      return 'Transferred.';
    },
  });
  const policy = createPolicy({ rules: [ask({ tool: 'update_file' }, { reason: 'protected' })] });
  const agent = createAgent({ model, policy, tools: { ...toolsThat(record, archived), transfer } });
  return place(await startChatServer({ agent, authorize: 'anyone', takeOverAfter: 0 }, {}, onHangUp));
}

/** Starts a route with the AI SDK's own code. With `secret` it signs approval requests. */
export async function startAiSdkTestRoute(secret?: string): Promise<TestRoute> {
  const { record, archived, model, onHangUp, place } = parts();
  const did = (name: string, input: unknown): string => {
    record({ tool: name, input });
    return `${name} is done.`;
  };
  const tools: ToolSet = {
    list_files: sdkTool({ inputSchema: z.object({}), execute: (input) => did('list_files', input) }),
    delete_file: sdkTool({ inputSchema: pathSchema, execute: (input) => did('delete_file', input) }),
    update_file: sdkTool({ inputSchema: fileSchema, execute: (input) => did('update_file', input) }),
    transfer: sdkTool({
      inputSchema: z.object({ amount: z.number() }),
      execute: (input) => did('transfer', input),
    }),
    archive: sdkTool({
      inputSchema: pathSchema,
      execute: async (input) => {
        const said = did('archive', input);
        await archived();
        return said;
      },
    }),
    calculate_answer: sdkTool({ inputSchema: z.object({ question: z.string() }) }),
  };
  const api = await startAiSdkRoute({
    model,
    tools,
    toolApproval: {
      delete_file: 'user-approval',
      archive: 'user-approval',
      transfer: 'user-approval',
      update_file: { type: 'user-approval', reason: 'protected' },
    },
    secret,
    onHangUp,
  });
  return place(api);
}

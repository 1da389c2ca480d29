import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { tool as sdkTool, type ToolSet } from 'ai';
import { ApprovalRequired, ask, createAgent, createPolicy, tool } from 'countersign/core';
import { z } from 'zod';
import { localModel } from '../e2e/any-server/local-model.js';
import { fileSchema, pathSchema, toolsThat } from '../e2e/any-server/local-tools.js';
import { startChatServer } from '../server/chat-server.js';
import { startAiSdkRoute } from './ai-sdk-server.js';
import type { Backend, Ran } from './backends.js';

// Where it is tried what servers do: on those that others wrote, where they lie beside the project, and on two kinds in
// this process.

/** A route, and what its tools have really done. */
export interface Place {
  readonly api: string;
  /** The tools that began to run, in order, and `… finished` where a slow one has come to its end. */
  readonly journal: () => Promise<readonly Ran[]>;
  /**
   * Lets what is slow there come to its end: the text of `slowcall`, or the tool `archive`. Those of others need no
   * word.
   */
  readonly letGo: (what: 'text' | 'tool') => void;
  /** How many clients have gone away in the middle of a response. Those of others do not tell. */
  readonly hangUps?: () => number;
}

/** A route of a server that somebody else wrote. */
export function placeOf({ url }: Backend, path: string): Place {
  return {
    api: `${url}${path}`,
    journal: async () => (await (await fetch(`${url}/journal`)).json()) as Ran[], // the servers say so
    letGo: () => {},
  };
}

/** A promise, and what resolves it. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** What the model in this process says beside what it says to a page, by the first word. */
const scripts: Parameters<typeof localModel>[0] = {
  two: [{ calls: ['a.txt', 'b.txt'].map((path) => ({ toolName: 'delete_file', input: { path } })) }],
  again: [{ calls: [{ toolName: 'transfer', input: { amount: 500 } }] }],
  slowcall: [{ text: 'one two three four five', calls: [{ toolName: 'list_files', input: {} }] }],
  modelerror: [{ fails: 'The model is down.', status: 401 }],
};

/** The same model, which stops in the middle of the text of `slowcall`. */
function heldModel(until: Promise<void>): LanguageModelV4 {
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

/** What each of the two kinds is made of. */
function parts() {
  const ran: Ran[] = [];
  const held = { text: signal(), tool: signal() };
  let hangUps = 0;
  const keep = (one: Ran): void => void ran.push(one);
  const place = (api: string): Place => ({
    api,
    journal: async () => ran,
    letGo: (what) => held[what].give(),
    hangUps: () => hangUps,
  });
  const archived = async (): Promise<void> => {
    await held.tool.given;
    keep({ tool: 'archive finished', input: {} });
  };
  const onHangUp = (): void => {
    hangUps += 1;
  };
  return { keep, archived, model: heldModel(held.text.given), onHangUp, place };
}

/** An agent of this package. */
export async function startOwnPlace(): Promise<Place> {
  const { keep, archived, model, onHangUp, place } = parts();
  const askedTwice = new Set<string>();
  const transfer = tool({
    inputSchema: z.object({ amount: z.number() }),
    requiresApproval: true,
    execute: (input, { toolCallId }) => {
      // As a second factor would.
      if (!askedTwice.has(toolCallId)) {
        askedTwice.add(toolCallId);
        throw new ApprovalRequired({ metadata: { second: true } });
      }
      keep({ tool: 'transfer', input });
      return 'Transferred.';
    },
  });
  const policy = createPolicy({ rules: [ask({ tool: 'update_file' }, { reason: 'protected' })] });
  const agent = createAgent({ model, policy, tools: { ...toolsThat(keep, archived), transfer } });
  return place(await startChatServer({ agent, authorize: 'anyone', takeOverAfter: 0 }, {}, onHangUp));
}

/** A route of the AI SDK, by its own code. `secret`: it signs its questions. */
export async function startAiSdkPlace(secret?: string): Promise<Place> {
  const { keep, archived, model, onHangUp, place } = parts();
  const did = (name: string, input: unknown): string => {
    keep({ tool: name, input });
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

import type { JSONSchema7 } from '@ai-sdk/provider';
import { inSteps, type ToolSteps, toolSteps } from '../agent/tool-steps.js';
import { toolOrigin } from '../protocol/base/definition.js';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { given } from '../protocol/base/record.js';
import { type SerializedError, serializeError } from '../protocol/base/serialize-error.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { fromJsonSchema } from '../protocol/schema.js';
import { ModelRetry, ToolFailed } from '../protocol/signals.js';
import { type Tool, tool } from '../tools/tool.js';
import type { Toolset } from '../tools/toolset.js';
import { type CallReply, callServer, type McpResult } from './call-server.js';
import { Connection, type McpSource } from './connection.js';
import { answerSchema, toElicitationAnswer, toElicitCall } from './elicitation.js';
import { cutText, limits } from './limits.js';
import { type ElicitationContext, type ElicitationRequest, LiveQuestions } from './live-questions.js';
import type { ElicitationAnswer, McpCall, McpCallOptions, McpClient } from './mcp-client.js';
import { progressReader } from './progress.js';
import type { FoundTool } from './read-tools.js';
import { toMcpModelOutput } from './to-model-output.js';
import { ToolList } from './tool-list.js';

/** Options of {@link mcpToolset}. */
export interface McpToolsetOptions {
  /** What people read as the name of the server that asks. Default: its own name. */
  readonly server?: string;
  /**
   * How the server asks back: in the result of a call (MCP 2026-07-28), or `live`, in the middle of it, and waits (2025-11-25 and before). For
   * the latter give `elicitationHandler` to the client; calls go one at a time then, and a question is over with its page, its call or its server. The
   * time in which people answer does not count to the tool's. Default: `in-results`.
   */
  readonly elicitation?: 'in-results' | 'live';
  /** How often a server may ask again in one call, after which the call fails. Default: 10. */
  readonly maxRounds?: number;
  /** How many questions a server may ask at once. Whatever it asks beyond that is declined without a card. Default: 5. */
  readonly maxQuestions?: number;
}

/** The tools of an MCP server. */
export interface McpToolset extends Toolset {
  readonly tools: () => Promise<Readonly<Record<string, Tool>>>;
  /** Forgets which tools there are, so that the next step asks: for the client's `listChanged`. */
  readonly refresh: () => void;
  /**
   * Puts what a server asks in the middle of a call before people, for `elicitation: 'live'`; where no call goes on, it is put aside (`cancel`).
   *
   * @example client.setRequestHandler('elicitation/create', toolset.elicitationHandler);
   */
  readonly elicitationHandler: (
    request: ElicitationRequest,
    context?: ElicitationContext,
  ) => Promise<ElicitationAnswer>;
}

/**
 * Gives the tools of an MCP server, over a connected client of `@modelcontextprotocol/client` 2. Where a server asks back in the middle of a call
 * (MCP 2026-07-28), its questions are one batch of external calls `elicit`, each with its form or its page, and the call is repeated with all
 * answers. What has a yes to wait for waits before the first request. Answers are checked against the server's JSON Schemas, inputs where
 * `countersign/json-schema` is imported. A result that says `isError` ends the call as failed, in its words.
 *
 * @param source a connected client, or a function that connects one: it is called when the tools are first needed, and again after the server has
 *   forgotten the session, as after a restart. The server is asked for its tools once; they are remembered until `refresh()`.
 * @throws UserError `mcp-client-version` for a client of version 1; `nobody-to-ask` from a tool that asks back outside of a run.
 * @example const agent = createAgent({ model, toolsets: [approvalRequired(mcpToolset(client), byAnnotations())] });
 */
export function mcpToolset(source: McpSource, options: McpToolsetOptions = {}): McpToolset {
  const { maxQuestions = 5, maxRounds = 10 } = options;
  const questions = new LiveQuestions({ atOnce: maxQuestions, perCall: maxQuestions * maxRounds });
  const connection = new Connection(source, options.server, () => list.refresh());
  const list = new ToolList(connection, Date.now);
  const made: WeakMap<readonly FoundTool[], Readonly<Record<string, Tool>>> = new WeakMap();
  const tools = async (): Promise<Readonly<Record<string, Tool>>> => {
    const found = await list.toolsOfStep();
    const known = made.get(found);
    if (known !== undefined) return known;
    const client = await connection.client();
    const place: McpPlace = { client, connection, options, questions, list };
    // Without a prototype, whose members are no tools.
    const record: Record<string, Tool> = Object.create(null);
    for (const one of found) record[one.name] = toMcpTool(place, one);
    made.set(found, record);
    return record;
  };
  return { label: 'mcpToolset()', tools, refresh: list.refresh, elicitationHandler: questions.answer };
}

/** What all tools of a server share. */
interface McpPlace {
  /** The client that was connected when the tools were listed. */
  readonly client: McpClient;
  readonly connection: Connection;
  readonly options: McpToolsetOptions;
  readonly questions: LiveQuestions;
  readonly list: ToolList;
}

function toMcpTool(place: McpPlace, about: FoundTool): Tool {
  const { name, title, description, annotations } = about;
  const isIdempotent = annotations.readOnlyHint === true || annotations.idempotentHint === true;
  const made = tool<unknown, McpResult>({
    ...given({ description, title }),
    inputSchema: fromJsonSchema(toInputSchema(about)),
    metadata: { annotations },
    idempotent: isIdempotent,
    execute: async (input, ctx) => {
      const call = { name, arguments: input as Record<string, unknown> }; // its schema is one of an object
      return await callInRounds({ ...place, about, call, ctx, once: !isIdempotent });
    },
    toModelOutput: ({ output }) => toMcpModelOutput(output),
  });
  return { ...inSteps(made as Tool), [toolOrigin]: serverOriginOf(place) }; // what it takes was checked
}

/** The server as the app names it, and as it names itself. */
function serverOriginOf({ client, options }: McpPlace): string {
  const { name = null, title = null } = client.getServerVersion?.() ?? {};
  return JSON.stringify([options.server ?? null, name, title]);
}

/** A call goes to a server by the name of its tool alone, so it would run as whatever has that name by now. `undefined`: the tool it was made for. */
async function findChange(
  list: ToolList,
  about: FoundTool,
): Promise<Extract<CallReply, { type: 'changed' }> | undefined> {
  const current = (await list.tools()).find(({ name }) => name === about.name);
  if (current === about || (current !== undefined && isSameJson({ ...current }, { ...about }))) return undefined;
  const message = `The MCP server has ${current === undefined ? 'removed' : 'changed'} the tool '${about.name}' since it was called, so the call was not made. Look at the tools that there are now.`;
  return { type: 'changed', message };
}

/** Models invent members that a schema does not forbid. */
function toInputSchema({ inputSchema }: FoundTool): JSONSchema7 {
  return { properties: {}, additionalProperties: false, ...inputSchema, type: 'object' };
}

interface Calling extends McpPlace {
  readonly about: FoundTool;
  readonly call: McpCall;
  readonly ctx: ToolRunContext;
  readonly once: boolean;
}

async function callInRounds(calling: Calling): Promise<McpResult> {
  const { client, call, options, ctx, once } = calling;
  const { maxRounds = 10, maxQuestions = 5 } = options;
  const server = cutText(options.server ?? serverName(client), limits.title);
  const steps = toolSteps(ctx);
  let said: Pick<McpCall, 'inputResponses' | 'requestState'> = {};
  for (let round = 1; round <= maxRounds + 1; round++) {
    const reply = await steps.keep({
      name: `call-${round}`,
      once,
      work: async (tell) => await callOnce(calling, { call: { ...call, ...said }, steps, server, tell }),
    });
    if (reply.type !== 'asks') return resultOf(reply, { steps, once });
    if (round > maxRounds) break;
    said = await askAll(steps, { reply, server, name: `round-${round}`, maxQuestions });
  }
  throw new ToolFailed(
    `The MCP server asked back ${maxRounds} times in one call of '${call.name}', and still has no result.`,
  );
}

interface OneCall {
  readonly call: McpCall;
  readonly steps: ToolSteps;
  readonly server: string;
  readonly tell: (progress: JSONValue) => void;
}

async function callOnce(
  { client, connection, options, questions, ctx, list, about: tool }: Calling,
  { call, steps, server, tell }: OneCall,
): Promise<CallReply> {
  const check = async (): Promise<CallReply | undefined> => await findChange(list, tool);
  const about = {
    allowInputRequired: true,
    signal: ctx.abortSignal,
    onprogress: progressReader(tell, Date.now),
    resetTimeoutOnProgress: true,
  } as const;
  if (options.elicitation !== 'live')
    return await callServer(connection, { call, check, options: { ...about, ...timeoutsOf(steps) } });
  const checkServer = client.ping === undefined ? undefined : async () => await (await connection.client()).ping?.();
  return await questions.during({ steps, server, checkServer }, async (limit) => {
    const signal = AbortSignal.any([ctx.abortSignal, limit.signal]);
    const onprogress = (report: object): void => {
      limit.reportProgress();
      about.onprogress(report);
    };
    try {
      // The client cannot stop its timeout while people answer, so the limit replaces it.
      const own = { ...about, signal, onprogress, timeout: longestTimeout };
      return await callServer(connection, { call, check, options: own });
    } catch (error) {
      if (ctx.abortSignal.aborted || !limit.signal.aborted) throw error;
      return { type: 'lost', error: serializeError(limit.signal.reason) };
    }
  });
}

/** The longest delay of the platform's timers, in milliseconds. */
const longestTimeout = 2 ** 31 - 1;

/** The client stops waiting when the tool's time is up. */
function timeoutsOf({ timeout }: ToolSteps): Pick<McpCallOptions, 'timeout' | 'maxTotalTimeout'> {
  if (timeout === undefined) return {};
  const time = Math.min(timeout, longestTimeout);
  return { timeout: time, maxTotalTimeout: time };
}

function serverName(client: McpClient): string {
  const { title, name } = client.getServerVersion?.() ?? {};
  return title ?? name ?? 'An MCP server';
}

/** @throws ToolFailed, or what the client threw. A call that may have had its effect ends as unknown. */
function resultOf(
  reply: Exclude<CallReply, { type: 'asks' }>,
  { steps, once }: { readonly steps: ToolSteps; readonly once: boolean },
): McpResult {
  switch (reply.type) {
    case 'result':
      return reply.result;
    case 'failed':
      throw new ToolFailed(reply.message);
    case 'changed':
      throw new ModelRetry(reply.message);
    case 'thrown':
      throw errorOfReply(reply.error);
    case 'lost':
      throw once ? steps.unknownEnd(errorOfReply(reply.error)) : errorOfReply(reply.error);
    default:
      return reply satisfies never;
  }
}

function errorOfReply({ name, code, message }: SerializedError): Error {
  return Object.assign(new Error(message), { name, ...given({ code }) });
}

interface Asking {
  readonly reply: Extract<CallReply, { type: 'asks' }>;
  readonly server: string;
  readonly name: string;
  readonly maxQuestions: number;
}

/** Puts all questions of a result before people; its answers go back in one request, with the server's state as it came. */
async function askAll(
  { ask }: ToolSteps,
  { reply, server, name, maxQuestions }: Asking,
): Promise<Pick<McpCall, 'inputResponses' | 'requestState'>> {
  const { questions, requestState } = reply;
  const asked = questions.slice(0, maxQuestions);
  const ends = await ask(
    name,
    asked.map(({ input }) => ({ call: toElicitCall(input, server), outputSchema: answerSchema(input) })),
  );
  const answers = questions.flatMap(({ key, input }, index): [string, ElicitationAnswer][] => {
    const end = ends[index];
    return [[key, end === undefined ? { action: 'decline' } : toElicitationAnswer(input, end)]];
  });
  return {
    ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
    ...given({ requestState }),
  };
}

import type { JSONSchema7 } from '@ai-sdk/provider';
import { inSteps, type ToolSteps, toolSteps } from '../agent/tool-steps.js';
import { callOrigin } from '../protocol/base/call-origin.js';
import { toolOrigin } from '../protocol/base/definition.js';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
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
import { type ElicitationContext, type ElicitationRequest, LiveElicitations } from './live-elicitations.js';
import type { ElicitationAnswer, McpCall, McpCallOptions, McpClient } from './mcp-client.js';
import { progressReader } from './progress.js';
import type { FoundTool } from './read-tools.js';
import { toMcpModelOutput } from './to-model-output.js';
import { ToolList } from './tool-list.js';

/** Options of {@link mcpToolset}. */
export interface McpToolsetOptions {
  /** The display name of the server that asks. Default: its own name. */
  readonly server?: string;
  /**
   * The way that the server sends elicitations: in the result of a call (MCP 2026-07-28), or `live`, during the call
   * (2025-11-25 and before). For `live`, pass `elicitationHandler` to the client. Calls then run one at a time, and an
   * elicitation ends with its page, its call or its server. The time that people take to answer does not count towards
   * the tool's time limit. Default: `in-results`.
   */
  readonly elicitation?: 'in-results' | 'live';
  /** The number of rounds of elicitations in one call, after which the call fails. Default: 10. */
  readonly maxRounds?: number;
  /** The number of elicitations that a server may send at once. The rest is declined without a card. Default: 5. */
  readonly maxQuestions?: number;
}

/** The tools of an MCP server. */
export interface McpToolset extends Toolset {
  readonly tools: () => Promise<Readonly<Record<string, Tool>>>;
  /** Discards the cached list of tools, so that the next step loads it again. For the client's `listChanged`. */
  readonly refresh: () => void;
  /**
   * Asks people the elicitations that a server sends during a call, for `elicitation: 'live'`. If no call is open, the
   * answer is `cancel`.
   *
   * @example client.setRequestHandler('elicitation/create', toolset.elicitationHandler);
   */
  readonly elicitationHandler: (
    request: ElicitationRequest,
    context?: ElicitationContext,
  ) => Promise<ElicitationAnswer>;
}

/**
 * Makes a toolset of the tools of an MCP server, over a connected client of `@modelcontextprotocol/client` 2. If the
 * server needs input during a call (MCP 2026-07-28), its elicitations are one batch of external calls `elicit`, each
 * with a form or a page; then the call is repeated with all answers. A call that requires approval waits for it before
 * the first request. Answers are validated against the server's JSON Schemas; inputs are, too, if
 * `countersign/json-schema` is imported. A result with `isError` ends the call as failed, with the server's message.
 *
 * @param source a connected client, or a function that connects one. The function is called when the tools are first
 *   needed, and again after the server has lost the session, such as after a restart. The list of tools is cached until
 *   `refresh()`.
 * @throws UserError `mcp-client-version` for a client of version 1; `nobody-to-ask` from a tool that sends elicitations
 *   outside of a run.
 * @example const agent = createAgent({ model, toolsets: [approvalRequired(mcpToolset(client), byAnnotations())] });
 */
export function mcpToolset(source: McpSource, options: McpToolsetOptions = {}): McpToolset {
  const { maxQuestions = 5, maxRounds = 10 } = options;
  const questions = new LiveElicitations({ atOnce: maxQuestions, perCall: maxQuestions * maxRounds });
  const connection = new Connection(source, options.server, () => list.refresh());
  const list = new ToolList(connection, Date.now);
  const made: WeakMap<readonly FoundTool[], Readonly<Record<string, Tool>>> = new WeakMap();
  const tools = async (): Promise<Readonly<Record<string, Tool>>> => {
    const found = await list.toolsOfStep();
    const known = made.get(found);
    if (known !== undefined) return known;
    const client = await connection.client();
    const server: McpServer = { client, connection, options, questions, list };
    // Without a prototype, so that inherited members are not tools.
    const record: Record<string, Tool> = Object.create(null);
    for (const one of found) record[one.name] = toMcpTool(server, one);
    made.set(found, record);
    return record;
  };
  return { label: 'mcpToolset()', tools, refresh: list.refresh, elicitationHandler: questions.answer };
}

/** The objects that all tools of a server share. */
interface McpServer {
  /** The client that was connected when the tools were listed. */
  readonly client: McpClient;
  readonly connection: Connection;
  readonly options: McpToolsetOptions;
  readonly questions: LiveElicitations;
  readonly list: ToolList;
}

function toMcpTool(server: McpServer, definition: FoundTool): Tool {
  const { name, title, description, annotations } = definition;
  const isIdempotent = annotations.readOnlyHint === true || annotations.idempotentHint === true;
  const made = tool<unknown, McpResult>({
    ...definedProps({ description, title }),
    inputSchema: fromJsonSchema(toInputSchema(definition)),
    metadata: { annotations },
    idempotent: isIdempotent,
    execute: async (input, ctx) => {
      const call = { name, arguments: input as Record<string, unknown> }; // its schema has the type `object`
      return await callInRounds({ ...server, definition, call, ctx, once: !isIdempotent });
    },
    toModelOutput: ({ output }) => toMcpModelOutput(output),
  });
  const marks = {
    [toolOrigin]: serverIdentity(server),
    [callOrigin]: { kind: 'mcp', server: serverName(server) },
  } as const;
  return { ...inSteps(made as Tool), ...marks }; // the schema validates the input's type
}

/** Returns the identity of the server: the app's name for it, and its own name and title. */
function serverIdentity({ client, options }: McpServer): string {
  const { name = null, title = null } = client.getServerVersion?.() ?? {};
  return JSON.stringify([options.server ?? null, name, title]);
}

/**
 * Returns a reply if the tool has changed since the call. The server knows a tool only by its name, so the call would
 * run another tool that now has that name.
 */
async function findChange(
  list: ToolList,
  definition: FoundTool,
): Promise<Extract<CallReply, { type: 'changed' }> | undefined> {
  const current = (await list.tools()).find(({ name }) => name === definition.name);
  if (current === definition || (current !== undefined && isSameJson({ ...current }, { ...definition })))
    return undefined;
  const message = `The MCP server has ${current === undefined ? 'removed' : 'changed'} the tool '${definition.name}' since the call was requested, so the call was not made. Look at the tools that are available now.`;
  return { type: 'changed', message };
}

/** Returns the input schema without additional members, because models invent members that a schema allows. */
function toInputSchema({ inputSchema }: FoundTool): JSONSchema7 {
  return { properties: {}, additionalProperties: false, ...inputSchema, type: 'object' };
}

interface ServerCallInput extends McpServer {
  readonly definition: FoundTool;
  readonly call: McpCall;
  readonly ctx: ToolRunContext;
  readonly once: boolean;
}

async function callInRounds(input: ServerCallInput): Promise<McpResult> {
  const { call, options, ctx, once } = input;
  const { maxRounds = 10, maxQuestions = 5 } = options;
  const server = serverName(input);
  const steps = toolSteps(ctx);
  let answers: Pick<McpCall, 'inputResponses' | 'requestState'> = {};
  for (let round = 1; round <= maxRounds + 1; round++) {
    const reply = await steps.keep({
      name: `call-${round}`,
      once,
      work: async (tell) => await callOnce(input, { call: { ...call, ...answers }, steps, server, emitProgress: tell }),
    });
    if (reply.type !== 'asks') return resultOf(reply, { steps, once });
    if (round > maxRounds) break;
    answers = await askAll(steps, { reply, server, name: `round-${round}`, maxQuestions });
  }
  throw new ToolFailed(
    `The MCP server asked for input ${maxRounds} times in one call of '${call.name}' without returning a result, so the call was ended.`,
  );
}

interface OneCall {
  readonly call: McpCall;
  readonly steps: ToolSteps;
  readonly server: string;
  readonly emitProgress: (progress: JSONValue) => void;
}

async function callOnce(
  { client, connection, options, questions, ctx, list, definition }: ServerCallInput,
  { call, steps, server, emitProgress }: OneCall,
): Promise<CallReply> {
  const check = async (): Promise<CallReply | undefined> => await findChange(list, definition);
  const callOptions = {
    allowInputRequired: true,
    signal: ctx.abortSignal,
    onprogress: progressReader(emitProgress, Date.now),
    resetTimeoutOnProgress: true,
  } as const;
  if (options.elicitation !== 'live')
    return await callServer(connection, { call, check, options: { ...callOptions, ...timeoutsOf(steps) } });
  const checkServer = client.ping === undefined ? undefined : async () => await (await connection.client()).ping?.();
  return await questions.execute({ steps, server, checkServer }, async (limit) => {
    const signal = AbortSignal.any([ctx.abortSignal, limit.signal]);
    const onprogress = (report: object): void => {
      limit.reportProgress();
      callOptions.onprogress(report);
    };
    try {
      // The client cannot pause its timeout while people answer, so the work limit replaces it.
      const own = { ...callOptions, signal, onprogress, timeout: longestTimeout };
      return await callServer(connection, { call, check, options: own });
    } catch (error) {
      if (ctx.abortSignal.aborted || !limit.signal.aborted) throw error;
      return { type: 'lost', error: serializeError(limit.signal.reason) };
    }
  });
}

/** The longest delay that platform timers support, in milliseconds. */
const longestTimeout = 2 ** 31 - 1;

/** Returns the client's time limits for the tool's `timeout`. */
function timeoutsOf({ timeout }: ToolSteps): Pick<McpCallOptions, 'timeout' | 'maxTotalTimeout'> {
  if (timeout === undefined) return {};
  const time = Math.min(timeout, longestTimeout);
  return { timeout: time, maxTotalTimeout: time };
}

/** Returns the name of the server for people. */
function serverName({ client, options }: Pick<McpServer, 'client' | 'options'>): string {
  const { title, name } = client.getServerVersion?.() ?? {};
  return cutText(options.server ?? title ?? name ?? 'An MCP server', limits.title);
}

/**
 * Returns the result of a reply. A call that may have had its effect ends as unknown.
 *
 * @throws ToolFailed, ModelRetry, or the client's error.
 */
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
  return Object.assign(new Error(message), { name, ...definedProps({ code }) });
}

interface AskInput {
  readonly reply: Extract<CallReply, { type: 'asks' }>;
  readonly server: string;
  readonly name: string;
  readonly maxQuestions: number;
}

/**
 * Asks people all elicitations of a result at once, and returns the answers for one request, with the server's state.
 */
async function askAll(
  { ask }: ToolSteps,
  { reply, server, name, maxQuestions }: AskInput,
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
    ...definedProps({ requestState }),
  };
}

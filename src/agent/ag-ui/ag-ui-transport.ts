import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { type ToolSchema, toJsonSchema } from '../../protocol/schema.js';
import { defaultEnvironment } from '../plumbing/environment.js';
import { askServer, beforeSending, type HttpOptions, patienceOf } from '../ui-stream/http-requests.js';
import { readEventStream } from '../ui-stream/read-events.js';
import type { Dialect } from './dialect.js';
import { dialectsWith, type ToInterruptAnswer } from './dialects.js';
import { EventFold, type FoldOptions } from './fold-events.js';
import { readAway, toChunkStream } from './read-run.js';
import { type CallPart, readCallPart, toWireMessages } from './to-messages.js';
import { interruptedCalls, lastCalls, toAnswers, toGiveUp } from './to-resume.js';
import type { RunInput } from './wire.js';

/** A tool that the page has, and the server's model may call. */
export interface FrontendTool {
  /** Tells the server's model what it is for. */
  readonly description?: string;
  /** What its input is; one that a JSON Schema can be made of. */
  readonly inputSchema: ToolSchema;
}

/** Options of {@link agUiTransport}. */
export interface AgUiTransportOptions extends HttpOptions {
  /** Where runs are posted to. Redirects are not followed. */
  readonly url: string;
  /** Tools of the page, by name: the server's model is told of them, and their calls are external. Default: none. */
  readonly tools?: Readonly<Record<string, FrontendTool>>;
  /** Names of the server's own tools whose results come from the page. Servers of AG-UI 1.0 may leave them out of what they wait for. Default: none. */
  readonly externalTools?: readonly string[];
  /** Names of calls that are only how a server asks: they are neither shown nor answered. Default: `confirm_changes`. */
  readonly hiddenTools?: readonly string[];
  /** What the server gets as `state`. Default: `{}`. What it says of it comes as `data` events. */
  readonly state?: JSONValue | (() => JSONValue);
  /** What it gets as `context`. Default: nothing. */
  readonly context?: readonly { readonly description: string; readonly value: string }[];
  /** What it gets as `forwardedProps`. Default: `{}`. */
  readonly forwardedProps?: JSONObject | (() => JSONObject);
  /**
   * Answers interrupts that this package does not know. It is asked with a no first, when the question comes: what it gives `undefined`
   * for, or fails at, is an external call `interrupt`, whose result is the payload. An answer that it has no word for is not sent.
   * Default: none.
   */
  readonly toInterruptAnswer?: ToInterruptAnswer;
}

/**
 * Makes the way to a server that speaks AG-UI 1.0, for `createRemoteAgent`. Its interrupts are approvals, or external calls where they ask for
 * something else than a yes; the answers to all of them go back in one request.
 *
 * @throws RemoteError from what it gives: as `httpTransport`, and `remote-refused` where an answer comes after the time that the server gave.
 * @example createRemoteAgent({ transport: agUiTransport({ url: 'http://localhost:8000/ag-ui' }), server: 'pydantic-ai' })
 */
export function agUiTransport(options: AgUiTransportOptions): ChatTransport<UIMessage> {
  const { url, externalTools = [], hiddenTools = ['confirm_changes'], tools = {} } = options;
  const patience = patienceOf(options);
  const dialects = dialectsWith(options.toInterruptAnswer);
  const names = new Set([...externalTools, ...Object.keys(tools)]);
  return {
    async sendMessages({ chatId, messages, metadata, abortSignal }): Promise<ReadableStream<UIMessageChunk>> {
      const answered = answeredCalls(messages, metadata);
      const input = await beforeSending(() => toRunInput(options, { chatId, messages, answered, dialects }));
      const givenUp = toGiveUp(messages);
      const signal = abortSignal && { signal: abortSignal };
      const post = async (run: RunInput): Promise<Response> => {
        const body = await beforeSending(() => JSON.stringify(run)); // what the app gives may be no JSON
        return await askServer(options, url, { method: 'POST', body, ...signal });
      };
      if (givenUp.length > 0) {
        const said = input.messages.findLastIndex(({ role }) => role !== 'user') + 1;
        const before = { ...input, runId: defaultEnvironment.generateId(), messages: input.messages.slice(0, said) };
        await readAway(readEventStream(await post({ ...before, resume: givenUp }), patience));
      }
      const response = await post(input);
      const fold = new EventFold({
        dialects,
        isExternal: (name) => names.has(name),
        isHidden: (name) => hiddenTools.includes(name),
        ...callsBefore(messages, answered),
        messageIds: new Set(input.messages.map(({ id }) => id)),
      });
      return toChunkStream(readEventStream(response, patience), fold);
    },
    // No server offers it, and asking again is not safe.
    reconnectToStream: async () => null,
  };
}

/** The calls that this very request answers. */
function answeredCalls(messages: readonly UIMessage[], metadata: unknown): readonly CallPart[] {
  const answers = isRecord(metadata) && isList(metadata.answers) ? metadata.answers : [];
  return lastCalls(messages).filter(({ toolCallId }) => answers.includes(toolCallId));
}

function callsBefore(
  messages: readonly UIMessage[],
  answered: readonly CallPart[],
): Pick<FoldOptions, 'answered' | 'past'> {
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => readCallPart(part) ?? []));
  const open = new Set(answered.map(({ toolCallId }) => toolCallId));
  return { answered, past: calls.filter(({ toolCallId }) => !open.has(toolCallId)) };
}

interface Sending {
  readonly chatId: string;
  readonly messages: readonly UIMessage[];
  readonly answered: readonly CallPart[];
  readonly dialects: readonly Dialect[];
}

async function toRunInput(
  options: AgUiTransportOptions,
  { chatId, messages, answered, dialects }: Sending,
): Promise<RunInput> {
  const { context = [], tools = {} } = options;
  const { resume, command } = toAnswers(answered, { dialects, now: patienceOf(options).clock.now() });
  const isAnswer = new Set(interruptedCalls(answered).map(({ toolCallId }) => toolCallId));
  const forwarded = optionValue(options.forwardedProps ?? {});
  return {
    threadId: chatId,
    runId: defaultEnvironment.generateId(),
    protocolVersion: '1.0',
    state: optionValue(options.state ?? {}),
    messages: toWireMessages(messages, (call) => !isAnswer.has(call.toolCallId) && !isUntold(call)),
    tools: await Promise.all(
      Object.entries(tools).map(async ([name, { description = '', inputSchema }]) => ({
        name,
        description,
        parameters: (await toJsonSchema(inputSchema, `tool '${name}'`)) as JSONObject, // a JSON Schema is JSON
      })),
    ),
    context: [...context],
    forwardedProps: command === undefined ? forwarded : { ...forwarded, command },
    ...(resume.length === 0 ? {} : { resume }),
  };
}

/** Whether a call was left to its server, which has not told its end: nobody here can. */
function isUntold({ state }: CallPart): boolean {
  return state === 'input-available' || state === 'approval-requested';
}

function optionValue<T extends JSONValue>(given: T | (() => T)): T {
  if (typeof given !== 'function') return given;
  return given();
}

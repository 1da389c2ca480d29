import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { type NamesOnWire, namesOnWire } from '../../agent/fit/tool-names.js';
import { defaultEnvironment } from '../../agent/plumbing/environment.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { toWellFormedJson } from '../../protocol/foreign/well-formed.js';
import { toJsonSchema } from '../../protocol/schema.js';
import { askServer, beforeSending, patienceOf } from '../ui-stream/http-requests.js';
import { readEventStream } from '../ui-stream/read-events.js';
import type { AgUiTransportOptions } from './ag-ui-options.js';
import type { Dialect } from './dialect.js';
import { dialectsWith } from './dialects.js';
import { EventFold, type FoldOptions } from './fold-events.js';
import { readAway, toChunkStream } from './read-run.js';
import { type CallPart, readCallPart, toWireMessages } from './to-messages.js';
import { interruptedCalls, lastCalls, toAnswers, toGiveUp } from './to-resume.js';
import type { RunInput } from './wire.js';

/**
 * Creates the transport to a server that speaks AG-UI 1.0, for `createRemoteAgent`. Its interrupts are approvals, or
 * external calls if they ask for more than an approval. All answers are sent in one request.
 *
 * @throws RemoteError from its requests: as `httpTransport`, and `remote-refused` for an answer after the server's
 * deadline.
 * @example
 * createRemoteAgent({ transport: agUiTransport({ url: 'http://localhost:8000/ag-ui' }), server: 'pydantic-ai' })
 */
export function agUiTransport(options: AgUiTransportOptions): ChatTransport<UIMessage> {
  const { url, externalTools = [], hiddenTools = ['confirm_changes'], tools = {} } = options;
  const patience = patienceOf(options);
  const dialects = dialectsWith(options.toInterruptAnswer);
  const names = new Set([...externalTools, ...Object.keys(tools)]);
  // The server passes these names on to its own provider.
  const wireNames = namesOnWire(Object.keys(tools));
  return {
    async sendMessages({ chatId, messages, metadata, abortSignal }): Promise<ReadableStream<UIMessageChunk>> {
      const answered = answeredCalls(messages, metadata);
      const input = await beforeSending(() => toRunInput(options, { chatId, messages, answered, dialects, wireNames }));
      const givenUp = toGiveUp(messages);
      const signal = abortSignal && { signal: abortSignal };
      const post = async (run: RunInput): Promise<Response> => {
        const body = await beforeSending(() => toWellFormedJson(run)); // The app's values may not be JSON.
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
        toolNameOf: wireNames.restore,
        ...callsBefore(messages, answered),
        messageIds: new Set(input.messages.map(({ id }) => id)),
      });
      return toChunkStream(readEventStream(response, patience), fold);
    },
    // No server supports it, and repeating the request is not safe.
    reconnectToStream: async () => null,
  };
}

/** Returns the calls that this request answers. */
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
  readonly wireNames: NamesOnWire;
}

async function toRunInput(
  options: AgUiTransportOptions,
  { chatId, messages, answered, dialects, wireNames }: Sending,
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
    messages: toWireMessages(messages, {
      isTold: (call) => !isAnswer.has(call.toolCallId) && !isUnreported(call),
      wireName: wireNames.fit,
    }),
    tools: await Promise.all(
      Object.entries(tools).map(async ([name, { description = '', inputSchema }]) => ({
        name: wireNames.fit(name),
        description,
        parameters: (await toJsonSchema(inputSchema, `tool '${name}'`)) as JSONObject, // A JSON Schema is JSON.
      })),
    ),
    context: [...context],
    forwardedProps: command === undefined ? forwarded : { ...forwarded, command },
    ...(resume.length === 0 ? {} : { resume }),
  };
}

/**
 * Returns `true` for a call that its server runs, and whose end the server has not reported. The page does not know
 * that end.
 */
function isUnreported({ state }: CallPart): boolean {
  return state === 'input-available' || state === 'approval-requested';
}

function optionValue<T extends JSONValue>(given: T | (() => T)): T {
  if (typeof given !== 'function') return given;
  return given();
}

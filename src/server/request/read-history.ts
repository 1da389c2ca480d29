import type { ModelMessage } from 'ai';
import { isWhole } from '../../agent/batch/repair-history.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { Refusal } from './refusal.js';

type Members = Readonly<Record<string, unknown>>;
type Role = 'user' | 'assistant' | 'tool';

/**
 * The parts that a client may send, by role. Approvals are not among them, because only this server may approve calls.
 */
const partTypes: Readonly<Record<Role, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'reasoning', 'reasoning-file', 'file', 'tool-call', 'tool-result'],
  tool: ['tool-result'],
};
/** The part types that have only provider options. */
const emptyWithoutOptions: readonly string[] = ['custom'];

/** The validated messages and input of a client. */
export interface ClientHistory {
  readonly messages: readonly ModelMessage[];
  readonly input: JSONValue;
}

/**
 * Reads the history and the input of a client. A client can invent all of it, so content that the server would act on
 * is refused: system messages, calls without a result (they would execute without the model), approvals.
 * `providerOptions` are dropped, because they can refer to data that the provider stores for other people. Parts that
 * have only such options are dropped, too.
 *
 * @throws Refusal `history-refused`.
 */
export function readHistory(sentMessages: readonly unknown[], sentInput: unknown): ClientHistory {
  const messages = readMessages(sentMessages);
  const input = readPrompt(sentInput);
  // A string or parts become a message of the user, which ends an unfinished response.
  if (input === null) refuseUnfinished(messages);
  else if (isMessages(input)) refuseUnfinished([...messages, ...input]);
  return { messages, input: input as JSONValue }; // it came as JSON
}

/**
 * Reads the history of a client that is part of the same app, such as the page of a worker. It is taken as it came: the
 * `providerOptions` of the agent's own responses have what providers want back, such as the signatures of their
 * reasoning.
 */
export function trustHistory(sentMessages: readonly unknown[], sentInput: unknown): ClientHistory {
  // The request was checked for their shape, and came as JSON.
  return { messages: sentMessages as readonly ModelMessage[], input: (sentInput ?? null) as JSONValue };
}

function readPrompt(input: unknown): string | null | readonly ModelMessage[] | readonly Members[] {
  if (input === undefined || input === null) return null;
  if (typeof input === 'string') return input;
  if (!isList(input)) throw historyRefused('The input is neither text nor a list.');
  return input.some(hasMessageRole) ? readMessages(input) : input.map((part) => readPart(part, 'user'));
}

function isMessages(input: ReturnType<typeof readPrompt>): input is readonly ModelMessage[] {
  return isList(input) && input.some(hasMessageRole);
}

function hasMessageRole(item: unknown): boolean {
  return isRecord(item) && 'role' in item;
}

function readMessages(items: readonly unknown[]): readonly ModelMessage[] {
  const messages = items.flatMap((item): readonly ModelMessage[] => {
    const { role, content } = isRecord(item) ? item : {};
    if (role === 'system')
      throw historyRefused('Instructions belong to the agent on the server: leave out messages of the role system.');
    if (role !== 'user' && role !== 'assistant' && role !== 'tool')
      throw historyRefused('A message has an unknown role.');
    if (typeof content === 'string' && role !== 'tool') return [{ role, content }];
    if (!Array.isArray(content)) throw historyRefused('A message has no content.');
    const parts = content
      .filter((part) => !isRecord(part) || !isEmptyContent(part))
      .map((part: unknown) => readPart(part, role));
    const isGone = parts.length === 0 && content.length > 0;
    return isGone ? [] : [{ role, content: parts } as unknown as ModelMessage]; // its parts are of this role
  });
  if (!isWhole(messages)) throw historyRefused('A call has no result, or a result no call.');
  return messages;
}

function isEmptyContent({ type }: Members): boolean {
  return emptyWithoutOptions.includes(String(type));
}

function readPart(part: unknown, role: Role): Members {
  if (!isRecord(part)) throw historyRefused('A part of a message is not an object.');
  const { providerOptions: _, ...own } = part;
  const { type } = own;
  if (typeof type !== 'string' || !partTypes[role].includes(type))
    throw historyRefused(`A message of the role ${role} has a part of the type ${JSON.stringify(type)?.slice(0, 40)}.`);
  switch (type) {
    case 'tool-call':
      requireStrings(own, ['toolCallId', 'toolName']);
      if (own.input === undefined) throw historyRefused('A call has no input.');
      return own;
    case 'tool-result':
      requireStrings(own, ['toolCallId', 'toolName']);
      return { ...own, output: readToolOutput(own.output) };
    case 'image':
      return { ...own, image: readData(own.image) };
    case 'file':
    case 'reasoning-file':
      requireStrings(own, ['mediaType']);
      return { ...own, data: readData(own.data) };
    default:
      requireStrings(own, ['text']);
      return own;
  }
}

/** Reads the result of a call without provider options. Files that the provider stores are refused. */
function readToolOutput(output: unknown): Members {
  if (!isRecord(output) || typeof output.type !== 'string') throw historyRefused('A result has no output.');
  const { providerOptions: _, ...own } = output;
  if (own.type !== 'content') return own;
  if (!Array.isArray(own.value)) throw historyRefused('A result has no output.');
  const value = own.value.map((item: unknown) => {
    if (!isRecord(item)) throw historyRefused('A result has no output.');
    const { providerOptions: __, ...part } = item;
    if ('fileId' in part || 'providerReference' in part) throw providerHasHistory();
    return 'data' in part ? { ...part, data: readData(part.data) } : part;
  });
  return { ...own, value };
}

/** Reads the data of a file. A file id of the provider is refused, because it could be the file of another person. */
function readData(data: unknown): unknown {
  if (typeof data === 'string') {
    // Providers treat other strings, such as `file-123`, as ids of stored files.
    if (/^(?:data:|https?:)/i.test(data) || /^[A-Za-z0-9+/=\s]*$/.test(data)) return data;
    throw providerHasHistory();
  }
  if (!isRecord(data)) throw historyRefused('A file has no data.');
  const { type } = data;
  if (type === 'data') return { type, data: readData(data.data) };
  if (type === 'url' && typeof data.url === 'string') return { type, url: data.url };
  if (type === 'text' && typeof data.text === 'string') return { type, text: data.text };
  throw providerHasHistory();
}

/**
 * Refuses a history whose last response has an open call of the provider. The provider would continue that response, so
 * a client could make it execute a call that the model never made. A later message of the user ends the response.
 */
function refuseUnfinished(messages: readonly ModelMessage[]): void {
  const last = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const parts = last.flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]));
  const results = new Set(parts.map((part) => (part.type === 'tool-result' ? part.toolCallId : undefined)));
  const isOpen = parts.some((part) => part.type === 'tool-call' && !results.has(part.toolCallId));
  if (isOpen) throw historyRefused('A call of the provider has no result.');
}

function requireStrings(part: Members, names: readonly string[]): void {
  const missing = names.find((name) => typeof part[name] !== 'string');
  if (missing !== undefined) throw historyRefused(`A part of a message has no ${missing}.`);
}

function providerHasHistory(): Refusal {
  return historyRefused('A file has to come with the message, not as an id of a file that the provider keeps.');
}

function historyRefused(why: string): Refusal {
  return new Refusal('history-refused', why);
}

import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import { definedProps, isRecord } from '../../protocol/base/record.js';
import { defaultDenial } from '../../protocol/make-answer.js';

type Role<R extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: R }>['content'];

/**
 * Converts a message to the provider contract, except for its files: `hasFiles()` finds those, and `convertFiles()`
 * converts them.
 */
export function toMessage(message: ModelMessage): LanguageModelV4Message {
  const { providerOptions } = message;
  switch (message.role) {
    case 'system':
      return withOptions({ role: 'system', content: message.content }, providerOptions);
    case 'user':
      return withOptions({ role: 'user', content: promptParts(message.content) }, providerOptions);
    case 'assistant':
      return withOptions({ role: 'assistant', content: assistantParts(message.content) }, providerOptions);
    case 'tool':
      return withOptions({ role: 'tool', content: toolParts(message.content) }, providerOptions);
    default:
      return message satisfies never;
  }
}

function promptParts(content: UserContent): Role<'user'> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return onlyThose(content, (part) => part.type !== 'text' || part.text !== '') as Role<'user'>; // Except for the files.
}

function assistantParts(content: AssistantContent): Role<'assistant'> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return onlyThose(content, (part) => {
    if (part.type === 'text') return part.text !== '' || part.providerOptions !== undefined;
    return part.type !== 'tool-approval-request'; // The provider sees only its own approval requests.
  }) as Role<'assistant'>; // files are converted later
}

/** Nearly always all items match, and a plain copy is much faster than collecting them one by one. */
function onlyThose<T>(list: readonly T[], isWanted: (item: T) => boolean): T[] {
  return list.every(isWanted) ? [...list] : list.filter(isWanted);
}

function toolParts(content: ToolContent): Role<'tool'> {
  if (content.every(({ type }) => type === 'tool-result')) return [...content] as Role<'tool'>; // files are converted later
  return content.flatMap((part): Role<'tool'> => {
    if (part.type === 'tool-result') return [part as Role<'tool'>[number]];
    const { type, approvalId, approved, reason } = part;
    return part.providerExecuted === true ? [{ type, approvalId, approved, ...definedProps({ reason }) }] : [];
  });
}

/** Returns `true` if a message contains a part that `convertFiles()` converts. */
export function hasFiles({ content }: LanguageModelV4Message): boolean {
  if (typeof content === 'string') return false;
  return content.some((part) =>
    part.type === 'tool-result'
      ? part.output.type === 'content' && part.output.value.some(({ type }) => type !== 'text')
      : part.type.includes('file') || part.type.includes('image'),
  );
}

type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;
type Result = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

/** Joins two tool messages: options of the first apply to its last part, those of the second to the whole. */
export function joined(first: ToolMessage, second: ToolMessage): ToolMessage {
  const options = first.providerOptions;
  const before = first.content.slice(0, -1);
  const last = first.content.at(-1);
  const own = last === undefined ? merge(options, second.providerOptions) : second.providerOptions;
  if (last !== undefined) before.push(withOptions(last, merge(options, last.providerOptions)));
  return withOptions({ role: 'tool', content: [...before, ...second.content] }, own);
}

/**
 * Sorts results in the order of their calls, because some models match them by position. In the history, which only
 * grows, results of calls that
 * were parked and answered by a later run are last.
 */
export function inCallOrder(message: ToolMessage, { content: response }: LanguageModelV4Message): ToolMessage {
  if (typeof response === 'string' || message.content.length < 2) return message;
  const places = new Map<string, number>();
  for (const part of response) if (part.type === 'tool-call') places.set(part.toolCallId, places.size);
  const placeOf = (part: ToolMessage['content'][number]): number =>
    (part.type === 'tool-result' ? places.get(part.toolCallId) : undefined) ?? places.size;
  const results = message.content.filter((part) => part.type === 'tool-result');
  results.sort((a, b) => placeOf(a) - placeOf(b));
  return {
    ...message,
    content: message.content.map((part) => (part.type === 'tool-result' ? (results.shift() ?? part) : part)),
  };
}

/**
 * Turns a denial into an error if a program of the model made the call: OpenAI's package has no other form for it
 * there, and fails every request
 * with such a history.
 */
export function readable(message: ToolMessage, { content: response }: LanguageModelV4Message): ToolMessage {
  if (!message.content.some((part) => part.type === 'tool-result' && isRefusal(part))) return message;
  const calls = typeof response === 'string' ? [] : response;
  const isOfProgram = ({ toolCallId, providerOptions }: Result): boolean =>
    isProgram(providerOptions) ||
    calls.some(
      (call) => call.type === 'tool-call' && call.toolCallId === toolCallId && isProgram(call.providerOptions),
    );
  const content = message.content.map((part): ToolMessage['content'][number] => {
    if (part.type !== 'tool-result' || part.output.type !== 'execution-denied' || !isOfProgram(part)) return part;
    return { ...part, output: { type: 'error-text', value: part.output.reason ?? defaultDenial } };
  });
  return { ...message, content };
}

function isRefusal({ output }: Result): boolean {
  return output.type === 'execution-denied';
}

/** Returns `true` if a call's options name a program as its caller. */
function isProgram(options: SharedV4ProviderOptions | undefined): boolean {
  return Object.values(options ?? {}).some(({ caller }) => isRecord(caller) && caller.type === 'program');
}

function withOptions<T extends object>(target: T, providerOptions: SharedV4ProviderOptions | undefined): T {
  return providerOptions === undefined ? target : { ...target, providerOptions };
}

/** Merges options, which nest by provider. The second ones win. */
function merge(
  first: SharedV4ProviderOptions | undefined,
  second: SharedV4ProviderOptions | undefined,
): SharedV4ProviderOptions | undefined {
  if (first === undefined || second === undefined) return second ?? first;
  const both = Object.entries(second).map(([name, options]) => [name, { ...first[name], ...options }] as const);
  return { ...first, ...Object.fromEntries(both) };
}

import type { ModelMessage, ToolCallPart, ToolContent, UIMessage } from 'ai';
import { toFileUrl, toUserMessage } from '../../agent/plumbing/to-user-message.js';
import type { Turn, TurnCall } from '../../agent/run/turn.js';
import { toModelOutput } from '../../protocol/call-end.js';
import { type ServerWords, serverMetadata, serverWords } from './server-words.js';

type Part = UIMessage['parts'][number];
type Result = Extract<ToolContent[number], { type: 'tool-result' }>;

/**
 * Converts the history to UI messages for a server: each answer of the agent is one message, with all steps and
 * results.
 *
 * @param messages with a result for each call, except those of the open turn.
 * @param open the turn whose answers are being sent.
 */
export function toUiMessages(
  messages: readonly ModelMessage[],
  open: Turn | undefined,
  conversationId: string,
): UIMessage[] {
  const made: UIMessage[] = [];
  const calls = new Map(open?.calls.map((call) => [call.toolCallId, call]));
  const lastStep = messages.findLastIndex(({ role }) => role === 'assistant');
  for (const [index, message] of messages.entries()) {
    const id = `${conversationId}-${made.length}`;
    if (message.role === 'user') {
      const said = toUserMessage(message, id);
      if (said !== undefined) made.push(said);
    } else if (message.role === 'system') {
      made.push({ id, role: 'system', parts: [{ type: 'text', text: message.content }] });
    } else if (message.role === 'assistant') {
      // A server may reuse an id in a later step.
      let results: ReturnType<typeof resultsAfter> | undefined;
      const resultOf = (toolCallId: string): Result | undefined => {
        results ??= resultsAfter(messages, index);
        return results.get(toolCallId);
      };
      const known = { calls: index === lastStep ? calls : noCalls, resultOf };
      const parts = stepParts(message, known);
      const last = made.at(-1);
      if (last?.role === 'assistant') last.parts.push(...parts);
      else made.push({ id: messageIdOf(message) ?? id, role: 'assistant', parts });
    }
  }
  return made;
}

const noCalls: ReadonlyMap<string, TurnCall> = new Map();

/** Returns the server's id of the message that a step belongs to. */
function messageIdOf({ providerOptions }: ModelMessage): string | undefined {
  const id: unknown = providerOptions?.countersign?.messageId;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the results of a step, which follow it in the history. */
function resultsAfter(messages: readonly ModelMessage[], index: number): ReadonlyMap<string, Result> {
  const results = new Map<string, Result>();
  // Read in place: copying the rest of the history for each step would be quadratic.
  for (let next = index + 1; ; next++) {
    const message = messages[next];
    if (message?.role !== 'tool') break;
    for (const part of message.content) if (part.type === 'tool-result') results.set(part.toolCallId, part);
  }
  return results;
}

interface Known {
  readonly calls: ReadonlyMap<string, TurnCall>;
  readonly resultOf: (toolCallId: string) => Result | undefined;
}

function stepParts({ content }: ModelMessage & { role: 'assistant' }, known: Known): Part[] {
  const parts: Part[] = [{ type: 'step-start' }];
  if (typeof content === 'string')
    return content === '' ? parts : [...parts, { type: 'text', text: content, state: 'done' }];
  for (const part of content) {
    const metadata = 'providerOptions' in part ? part.providerOptions : undefined;
    switch (part.type) {
      case 'text':
      case 'reasoning':
        parts.push(withProviderMetadata({ type: part.type, text: part.text, state: 'done' }, metadata));
        break;
      case 'file':
      case 'reasoning-file': {
        const { mediaType, data } = part;
        parts.push(withProviderMetadata({ type: part.type, mediaType, url: toFileUrl(data, mediaType) }, metadata));
        break;
      }
      case 'custom':
        parts.push(withProviderMetadata({ type: 'custom', kind: part.kind }, metadata));
        break;
      case 'tool-call':
        parts.push(toCallPart(part, known));
        break;
      default:
        break;
    }
  }
  return parts;
}

function withProviderMetadata(part: Part, providerMetadata: ModelMessage['providerOptions']): Part {
  return providerMetadata === undefined ? part : ({ ...part, providerMetadata } as Part); // Each such part has it.
}

function toCallPart(part: ToolCallPart, { calls, resultOf }: Known): Part {
  const { toolCallId, toolName, providerOptions, input } = part;
  const call = calls.get(toolCallId);
  const options = call?.providerOptions ?? providerOptions;
  const state =
    call === undefined ? endState(resultOf(toolCallId)?.output, serverWords(providerOptions)) : openState(call);
  // Most parts of a long history take this short path.
  if (options === undefined) return { type: `tool-${toolName}`, toolCallId, input, ...state } as Part; // Each state has the members that its name requires.
  const { dynamic, providerExecuted } = serverWords(options);
  const metadata = serverMetadata(options);
  return {
    ...(dynamic === true ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` }),
    toolCallId,
    input,
    ...(providerExecuted === true ? { providerExecuted } : {}),
    ...(metadata === undefined ? {} : { callProviderMetadata: metadata }),
    ...state,
  } as Part; // Each state has the members that its name requires.
}

/** Returns the state of a call that the server waits for. */
function openState(call: TurnCall): object {
  const { state, providerOptions } = call;
  const words = serverWords(providerOptions);
  const { approval } = words;
  switch (state.status) {
    case 'approved':
    case 'running': {
      // The input after policies and edits.
      const { overrideArgs = call.input, note } = call.consent.approval ?? {};
      const edited = overrideArgs === undefined ? {} : { input: overrideArgs };
      const reason = note === undefined ? {} : { reason: note };
      return { state: 'approval-responded', ...edited, approval: { ...approval, approved: true, ...reason } };
    }
    case 'ended': {
      const output = toModelOutput(state.end);
      if (output.type !== 'execution-denied' || approval === undefined) {
        // A request for a result is answered by a failure, too.
        return { ...endState(output, words), ...(approval?.terms === undefined ? {} : { approval }) };
      }
      return { state: 'approval-responded', approval: { ...approval, approved: false, reason: output.reason } };
    }
    default:
      return approval === undefined ? { state: 'input-available' } : { state: 'approval-requested', approval };
  }
}

/**
 * Returns the state of a finished call, with its approval request and answer. An unanswered call is closed, because the
 * server would wait for it
 * for ever.
 */
function endState(output: Result['output'] | undefined, { approval }: ServerWords): object {
  // A transport with its own terms needs its request at a closed call. Requests of UI message servers have no terms.
  const asked = approval?.terms === undefined ? {} : { approval };
  switch (output?.type) {
    case 'text':
    case 'json':
    case 'content': {
      const ended = { state: 'output-available', output: output.value };
      return approval === undefined ? ended : { ...ended, approval: { ...approval, approved: true } };
    }
    case 'execution-denied':
      return approval === undefined
        ? { state: 'output-error', errorText: output.reason ?? 'Denied.' }
        : { state: 'output-denied', approval: { ...approval, approved: false, reason: output.reason } };
    case 'error-text':
      return { state: 'output-error', errorText: output.value, ...asked };
    case 'error-json':
      return { state: 'output-error', errorText: JSON.stringify(output.value), ...asked };
    default:
      return { state: 'output-error', errorText: 'Nobody answered.', ...asked };
  }
}

/**
 * Returns the messages that a server which stores the history does not have yet: the last one. If calls of the answer
 * before it were closed here,
 * the server does not know that, so that answer is included.
 */
export function newMessages(messages: readonly UIMessage[]): readonly UIMessage[] {
  const [before, last] = messages.slice(-2);
  if (last === undefined) return messages.slice(-1);
  const endsInCalls = before?.role === 'assistant' && lastStep(before).some((part) => 'toolCallId' in part);
  return last.role === 'user' && endsInCalls ? [before, last] : [last];
}

/**
 * Removes from new messages what `handleChat` already has: earlier steps of an answer, and results that it sent itself.
 *
 * @param answered the calls that are answered now.
 */
export function onlyAnswers(messages: readonly UIMessage[], answered: readonly string[]): readonly UIMessage[] {
  const ids = new Set(answered);
  const isNews = (part: Part): boolean =>
    'toolCallId' in part && (ids.has(part.toolCallId) || part.state !== 'output-available');
  return messages.map((message) =>
    message.role === 'assistant' ? { ...message, parts: lastStep(message).filter(isNews) } : message,
  );
}

function lastStep({ parts }: UIMessage): readonly Part[] {
  return parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
}

/** A history without the files of earlier messages, and the names of those files. */
export interface LeanHistory {
  readonly messages: UIMessage[];
  readonly names: readonly string[];
}

/** Replaces each file of a message before the user's last one by a note. */
export function withoutEarlierFiles(messages: readonly UIMessage[]): LeanHistory {
  const lastOfUser = messages.findLastIndex(({ role }) => role === 'user');
  const names: string[] = [];
  const made = messages.map((message, index) => {
    if (index >= lastOfUser || message.role !== 'user') return message;
    const parts = message.parts.map((part): Part => {
      if (part.type !== 'file') return part;
      const name = part.filename ?? part.mediaType;
      names.push(name);
      return { type: 'text', text: `[The file ${name} was left out: the conversation is too large for the server.]` };
    });
    return { ...message, parts };
  });
  return { messages: made, names };
}

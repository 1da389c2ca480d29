import type { AssistantContent, FileUIPart, ModelMessage, TextUIPart, ToolContent, UIMessage, UserContent } from 'ai';
import { lastOpenCalls } from '../../agent/batch/repair-history.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { type CallEnd, toModelOutput } from '../../protocol/call-end.js';
import { callRecord, isToolPart, type ToolPart, toolNameOf } from './call-record.js';
import { recordedStep } from './step-record.js';

type Part = UIMessage['parts'][number];
type AssistantParts = Exclude<AssistantContent, string>;
type UserParts = Exclude<UserContent, string>;

/**
 * Converts a UI message to the model's history: for each step, a response and the results of its calls. Calls without a
 * result stay open. Data parts and sources are omitted.
 */
export function toModelMessages(message: UIMessage): readonly ModelMessage[] {
  const { role, parts } = message;
  switch (role) {
    case 'system':
      return [{ role, content: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') }];
    case 'user':
      return [{ role, content: userParts(parts) }];
    case 'assistant':
      return assistantMessages(message);
    default:
      return role satisfies never;
  }
}

function userParts(parts: readonly Part[]): UserParts {
  return parts.flatMap((part) => (part.type === 'text' || part.type === 'file' ? [toUserPart(part)] : []));
}

function toUserPart(part: TextUIPart | FileUIPart): UserParts[number] {
  return part.type === 'text' ? { type: 'text', text: part.text, ...options(part.providerMetadata) } : file(part);
}

function assistantMessages({ parts, metadata }: UIMessage): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let [step, from] = [0, 0];
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'step-start') continue;
    messages.push(...stepMessages(parts.slice(from, index), recordedStep(metadata, step)));
    [step, from] = [step + 1, index];
  }
  return [...messages, ...stepMessages(parts.slice(from), recordedStep(metadata, step))];
}

/** Returns the messages that one step added to the history: the recorded ones, else those of its parts. */
function stepMessages(parts: readonly Part[], recorded: readonly ModelMessage[] | undefined): readonly ModelMessage[] {
  if (recorded === undefined) return partMessages(parts);
  // Later answers to calls that the recorded messages left open are in the parts.
  const open = new Set(lastOpenCalls(recorded).map(({ toolCallId }) => toolCallId));
  const content = parts.flatMap(
    (part): ToolContent => (isToolPart(part) && open.has(part.toolCallId) ? toCall(part).answers : []),
  );
  return content.length === 0 ? recorded : [...recorded, { role: 'tool', content }];
}

/** Returns the history of a step's parts: a response, its results, then the messages that the user sent meanwhile. */
export function partMessages(parts: readonly Part[]): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let response: AssistantParts = [];
  let answers: ToolContent = [];
  const endResponse = (): void => {
    if (response.length > 0) messages.push({ role: 'assistant', content: response });
    if (answers.length > 0) messages.push({ role: 'tool', content: answers });
    [response, answers] = [[], []];
  };
  for (const part of parts) {
    if (part.type === 'steering-message') {
      endResponse();
      messages.push({ role: 'user', content: part.parts.map(toUserPart) });
    } else if (isToolPart(part)) {
      const made = toCall(part);
      response.push(...made.call);
      answers.push(...made.answers);
    } else response.push(...toContent(part));
  }
  endResponse();
  return messages;
}

function toContent(part: Exclude<Part, ToolPart>): AssistantParts {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // An empty text matters only if it has metadata of the provider.
      if (part.type === 'text' && part.text === '' && part.providerMetadata === undefined) return [];
      return [{ type: part.type, text: part.text, ...options(part.providerMetadata) }];
    case 'file':
      return [withoutPrefix(file(part))];
    case 'reasoning-file':
      return [
        withoutPrefix({
          type: part.type,
          data: part.url,
          mediaType: part.mediaType,
          ...options(part.providerMetadata),
        }),
      ];
    case 'custom':
      return [{ type: part.type, kind: part.kind, ...options(part.providerMetadata) }];
    default:
      return [];
  }
}

/** Removes the `data:` prefix of a file: the history has files of the model as base64. */
function withoutPrefix<PART extends { readonly data: unknown; readonly mediaType: string }>(part: PART): PART {
  const prefix = `data:${part.mediaType};base64,`;
  return typeof part.data === 'string' && part.data.startsWith(prefix)
    ? { ...part, data: part.data.slice(prefix.length) }
    : part;
}

function file(part: FileUIPart): Extract<UserParts[number], { type: 'file' }> {
  const { type, mediaType, url, filename, providerReference: reference, providerMetadata } = part;
  const data = reference === undefined ? url : { type: 'reference' as const, reference };
  return { type, mediaType, data, ...(filename === undefined ? {} : { filename }), ...options(providerMetadata) };
}

interface CallParts {
  /** The call, with the provider's own parts about it. */
  readonly call: AssistantParts;
  /** The app's answers: a result, or the response to the provider's request for approval. */
  readonly answers: ToolContent;
}

/** Returns the messages that a call adds to the history. */
export function toCall(part: ToolPart): CallParts {
  if (part.state === 'input-streaming') return { call: [], answers: [] };
  const { toolCallId } = part;
  const toolName = toolNameOf(part);
  const input: unknown = part.input ?? ('rawInput' in part ? part.rawInput : {});
  const metadata = part.callProviderMetadata;
  const call = { type: 'tool-call' as const, toolCallId, toolName, input };
  const end = callEndOf(part);
  const result = end && { type: 'tool-result' as const, toolCallId, toolName, output: outputOf(part, end) };
  if (part.providerExecuted === true) {
    const isEnded = part.state === 'output-available' || part.state === 'output-error';
    const ended = isEnded && callRecord(part).apart === undefined ? result : undefined;
    return {
      call: [
        { ...call, providerExecuted: true, ...options(metadata) },
        ...(part.approval === undefined ? [] : [question(part.approval.id, toolCallId)]),
        ...(ended === undefined ? [] : [{ ...ended, ...options(resultMetadata(part)) }]),
      ],
      answers: providerAnswer(part),
    };
  }
  return {
    call: [{ ...call, ...options(metadata) }],
    answers: result === undefined ? [] : [{ ...result, ...options(metadata) }],
  };
}

function outputOf(part: ToolPart, end: CallEnd): Extract<ToolContent[number], { type: 'tool-result' }>['output'] {
  const { output } = callRecord(part);
  return isRecord(output) && typeof output.type === 'string'
    ? (output as ReturnType<typeof outputOf>) // it came from a step's messages
    : toModelOutput(end);
}

function question(approvalId: string, toolCallId: string): Extract<AssistantParts[number], { toolCallId: string }> {
  return { type: 'tool-approval-request', approvalId, toolCallId };
}

/** Returns the response to the provider's request for approval. */
function providerAnswer(part: ToolPart): ToolContent {
  if (part.approval?.approved === undefined) return [];
  const { id: approvalId, approved, reason } = part.approval;
  const answer = { type: 'tool-approval-response' as const, approvalId, approved, providerExecuted: true };
  return [reason === undefined ? answer : { ...answer, reason }];
}

/**
 * Returns the metadata of a result. In messages that the AI SDK made, the call's metadata is also that of the result.
 */
function resultMetadata(part: ToolPart): Options | undefined {
  const own = 'resultProviderMetadata' in part ? part.resultProviderMetadata : undefined;
  return own ?? (part.toolMetadata?.countersign === undefined ? part.callProviderMetadata : undefined);
}

/** Returns the end of a call; `undefined` if it has not ended. */
function callEndOf(part: ToolPart): CallEnd | undefined {
  const { phase, message = 'The tool call was denied.' } = callRecord(part);
  switch (part.state) {
    case 'output-available':
      return { status: 'returned', value: (part.output ?? null) as JSONValue }; // it came as JSON
    case 'output-error':
    case 'output-denied':
      switch (phase) {
        case 'cancelled':
        case 'skipped':
        case 'interrupted':
        case 'unknown':
        case 'expired':
          return { status: phase };
        case 'retry':
        case 'denied':
        case 'blocked':
          return { status: phase, message };
        default:
          return { status: 'failed', message: part.errorText ?? message };
      }
    case 'approval-responded':
      return part.approval.approved ? undefined : { status: 'denied', message: part.approval.reason ?? message };
    default:
      return undefined;
  }
}

type Options = NonNullable<TextUIPart['providerMetadata']>;

function options(providerOptions: Options | undefined): { readonly providerOptions?: Options } {
  return providerOptions === undefined ? {} : { providerOptions };
}

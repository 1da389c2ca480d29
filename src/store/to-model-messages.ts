import type { AssistantContent, FileUIPart, ModelMessage, TextUIPart, ToolContent, UIMessage, UserContent } from 'ai';
import { type CallEnd, toModelOutput } from '../protocol/call-end.js';
import type { JSONValue } from '../protocol/json.js';
import { callRecord, isToolPart, type ToolPart, toolNameOf } from './call-record.js';

type Part = UIMessage['parts'][number];
type AssistantParts = Exclude<AssistantContent, string>;
type UserParts = Exclude<UserContent, string>;

/**
 * The model's history of a UI message: one response with its results for each step. Calls without a result stay open. Data parts and
 * sources are for people only.
 */
export function toModelMessages({ role, parts }: UIMessage): readonly ModelMessage[] {
  switch (role) {
    case 'system':
      return [{ role, content: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') }];
    case 'user':
      return [{ role, content: userParts(parts) }];
    case 'assistant':
      return assistantMessages(parts);
    default:
      return role satisfies never;
  }
}

function userParts(parts: readonly Part[]): UserParts {
  return parts.flatMap((part) => (part.type === 'text' || part.type === 'file' ? [said(part)] : []));
}

function said(part: TextUIPart | FileUIPart): UserParts[number] {
  return part.type === 'text' ? { type: 'text', text: part.text, ...options(part.providerMetadata) } : file(part);
}

function assistantMessages(parts: readonly Part[]): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let response: AssistantParts = [];
  let results: ToolContent = [];
  const endStep = (): void => {
    if (response.length > 0) messages.push({ role: 'assistant', content: response });
    if (results.length > 0) messages.push({ role: 'tool', content: results });
    [response, results] = [[], []];
  };
  for (const part of parts) {
    if (part.type === 'step-start') endStep();
    else if (part.type === 'steering-message') {
      endStep();
      messages.push({ role: 'user', content: part.parts.map(said) });
    } else if (isToolPart(part)) {
      const { call, result } = toCall(part);
      response.push(...call);
      if (part.providerExecuted === true) response.push(...result);
      else results.push(...result);
    } else response.push(...toContent(part));
  }
  endStep();
  return messages;
}

function toContent(part: Exclude<Part, ToolPart>): AssistantParts {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, ...options(part.providerMetadata) }];
    case 'file':
      return [file(part)];
    case 'reasoning-file':
      return [{ type: part.type, data: part.url, mediaType: part.mediaType, ...options(part.providerMetadata) }];
    case 'custom':
      return [{ type: part.type, kind: part.kind, ...options(part.providerMetadata) }];
    default:
      return [];
  }
}

function file(part: FileUIPart): Extract<UserParts[number], { type: 'file' }> {
  const { type, mediaType, url, filename, providerReference: reference, providerMetadata } = part;
  const data = reference === undefined ? url : { type: 'reference' as const, reference };
  return { type, mediaType, data, ...(filename === undefined ? {} : { filename }), ...options(providerMetadata) };
}

interface CallParts {
  readonly call: Extract<AssistantParts[number], { type: 'tool-call' }>[];
  readonly result: Extract<ToolContent[number], { type: 'tool-result' }>[];
}

function toCall(part: ToolPart): CallParts {
  if (part.state === 'input-streaming') return { call: [], result: [] };
  const { toolCallId } = part;
  const toolName = toolNameOf(part);
  const input: unknown = part.input ?? ('rawInput' in part ? part.rawInput : {});
  const metadata = part.callProviderMetadata;
  const executed = part.providerExecuted === true ? { providerExecuted: true } : {};
  const end = endOf(part);
  const call = { type: 'tool-call' as const, toolCallId, toolName, input, ...executed, ...options(metadata) };
  if (end === undefined) return { call: [call], result: [] };
  const output = toModelOutput(end);
  return { call: [call], result: [{ type: 'tool-result', toolCallId, toolName, output, ...options(metadata) }] };
}

/** How a call ended; `undefined`: it has not. */
function endOf(part: ToolPart): CallEnd | undefined {
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

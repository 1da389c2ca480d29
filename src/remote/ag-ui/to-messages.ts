import type { UIMessage } from 'ai';
import type { JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { asWords } from './dialects.js';
import type { WireMessage, WirePart } from './wire.js';

type Part = UIMessage['parts'][number];

/** A call of a UI message, as the transport of this wire stored it. */
export interface CallPart {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JSONValue;
  readonly state: string;
  readonly output: JSONValue;
  readonly errorText: string | undefined;
  readonly approval: Readonly<Record<string, unknown>>;
  readonly agUi: Readonly<Record<string, unknown>>;
}

/** Returns a message part as a call. */
export function readCallPart(part: Part): CallPart | undefined {
  if (!('toolCallId' in part)) return undefined;
  const {
    toolCallId,
    state,
    input = null,
    output = null,
    errorText,
    approval,
    callProviderMetadata,
  } = { ...part } as {
    readonly [KEY in keyof CallPart]?: CallPart[KEY];
  } & { readonly toolCallId: string; readonly state: string; readonly callProviderMetadata?: unknown }; // Stored by this transport.
  const toolName = part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
  const agUi = isRecord(callProviderMetadata) && isRecord(callProviderMetadata.agUi) ? callProviderMetadata.agUi : {};
  return { toolCallId, toolName, input, state, output, errorText, approval: approval ?? {}, agUi };
}

/** Returns the arguments of a call as the server's model wrote them. */
export function argumentsOf({ agUi, input }: CallPart): string {
  return typeof agUi.arguments === 'string' ? agUi.arguments : JSON.stringify(input);
}

/** Encrypted values that the server needs back, by the id of their message or call. */
type Secrets = ReadonlyMap<string, string>;

function agUiOf(part: Part): Readonly<Record<string, unknown>> {
  const metadata = 'providerMetadata' in part ? part.providerMetadata?.agUi : undefined;
  return isRecord(metadata) ? metadata : {};
}

function readSecrets(messages: readonly UIMessage[]): Secrets {
  const secrets = new Map<string, string>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const { encryptedValue, ...about } = agUiOf(part);
    if (part.type !== 'custom' || typeof encryptedValue !== 'string') continue;
    for (const [kind, id] of Object.entries(about)) secrets.set(`${kind} ${id}`, encryptedValue);
  }
  return secrets;
}

function secretOf(secrets: Secrets, about: string): { readonly encryptedValue?: string } {
  const encryptedValue = secrets.get(about);
  return encryptedValue === undefined ? {} : { encryptedValue };
}

/** Options for converting the history. */
interface WireOptions {
  /**
   * Returns `true` if the result of a call is sent with its message. Calls that are answered in another way are not.
   */
  readonly isTold: (call: CallPart) => boolean;
  readonly wireName: (toolName: string) => string;
}

/** Converts the history to messages of AG-UI. */
export function toWireMessages(messages: readonly UIMessage[], options: WireOptions): WireMessage[] {
  const secrets = readSecrets(messages);
  const called = new Set<string>();
  return messages.flatMap((message): WireMessage[] => {
    if (message.role === 'assistant')
      return stepsOf(message).flatMap((step) => wireStep(step, { secrets, called, ...options }));
    if (message.role === 'system') return [{ id: message.id, role: 'system', content: textsOf(message.parts) }];
    const isPlain = message.parts.every(({ type }) => type === 'text');
    return [
      { id: message.id, role: 'user', content: isPlain ? textsOf(message.parts) : message.parts.flatMap(toWirePart) },
    ];
  });
}

function textsOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

function toWirePart(part: Part): WirePart[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type !== 'file') return [];
  const { mediaType: mimeType, url } = part;
  const [kind = ''] = mimeType.split('/');
  const type = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
  const data = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  const source = data === undefined ? { type: 'url' as const, value: url } : { type: 'data' as const, value: data };
  return [{ type, source: { ...source, mimeType } }];
}

interface Step {
  readonly id: string;
  readonly parts: readonly Part[];
}

function stepsOf({ id, parts }: UIMessage): Step[] {
  const steps: { readonly id: string; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push({ id: `${id}-${steps.length}`, parts: [] });
    if (part.type !== 'step-start') steps.at(-1)?.parts.push(part);
  }
  return steps;
}

interface Writing extends WireOptions {
  readonly secrets: Secrets;
  /** Calls that are part of an earlier message. */
  readonly called: Set<string>;
}

type Assistant = Extract<WireMessage, { role: 'assistant' }>;

/** Converts one step: the content of its model, split into the server's own messages, and then the results. */
function wireStep({ id: stepId, parts }: Step, { secrets, called, isTold, wireName }: Writing): WireMessage[] {
  const said: WireMessage[] = [];
  const results: WireMessage[] = [];
  let last: string | undefined;
  for (const part of parts) {
    const call = readCallPart(part);
    const own = (call?.agUi ?? agUiOf(part)).messageId;
    const id = typeof own === 'string' ? own : (last ?? stepId);
    if (part.type === 'reasoning') {
      said.push({ id, role: 'reasoning', content: part.text, ...secretOf(secrets, `messageId ${id}`) });
    } else if (part.type === 'text') {
      last = id;
      grow(said, { id, role: 'assistant', content: part.text, ...secretOf(secrets, `messageId ${id}`) });
    } else if (call !== undefined && call.agUi.isMadeUp !== true) {
      if (isTold(call)) results.push(toResult(call, secrets));
      if (called.has(call.toolCallId)) continue;
      called.add(call.toolCallId);
      last = id;
      const words = { name: wireName(call.toolName), arguments: argumentsOf(call) };
      const secret = secretOf(secrets, `callId ${call.toolCallId}`);
      const wire = { id: call.toolCallId, type: 'function' as const, function: words, ...secret };
      grow(said, { id, role: 'assistant', content: '', toolCalls: [wire], ...secretOf(secrets, `messageId ${id}`) });
    }
  }
  return [...said, ...results];
}

function grow(said: WireMessage[], more: Assistant): void {
  const at = said.findIndex(({ id, role }) => id === more.id && role === 'assistant');
  const known = said[at];
  if (known?.role !== 'assistant') {
    said.push(more);
    return;
  }
  const toolCalls = [...(known.toolCalls ?? []), ...(more.toolCalls ?? [])];
  const content = `${known.content ?? ''}${more.content ?? ''}`;
  said[at] = { ...known, content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
}

function toResult(call: CallPart, secrets: Secrets): WireMessage {
  const { toolCallId, state, output, errorText = 'Nobody answered.', approval } = call;
  const about = {
    id: `result-${toolCallId}`,
    role: 'tool',
    toolCallId,
    ...secretOf(secrets, `resultOf ${toolCallId}`),
  } as const;
  if (state === 'output-available') return { ...about, content: asWords(output) };
  if (state === 'output-denied' || state === 'approval-responded')
    return { ...about, content: typeof approval.reason === 'string' ? approval.reason : 'Denied.' };
  // Some servers read the first member, some the second.
  return { ...about, content: errorText, error: errorText };
}

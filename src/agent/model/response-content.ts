import type { LanguageModelV4File, LanguageModelV4ReasoningFile, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { toBase64 } from '../../protocol/base/base64.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import { brokeOff } from '../failures/model-failure.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import { parseInput } from '../plumbing/parse-input.js';
import type { CallIds } from './call-ids.js';
import { readInputText } from './foreign-parts.js';
import {
  type ContentPart,
  callEnd,
  type ProviderApproval,
  type RawCall,
  resultOutput,
  withMetadata,
  withOwnId,
} from './response-parts.js';
import { ResponseText } from './response-text.js';

/** The parts of a stream that are content. */
export type ProviderPart = Exclude<
  LanguageModelV4StreamPart,
  { type: 'stream-start' | 'finish' | 'error' | 'response-metadata' | 'ping' | 'raw' }
>;
type Of<TYPE extends ProviderPart['type']> = Extract<ProviderPart, { type: TYPE }>;

/** The content collected by {@link ResponseContent}. */
export interface CollectedContent {
  /** In the form of the history. */
  readonly content: ContentPart[];
  /** The calls that the client runs, in emission order. */
  readonly calls: readonly RawCall[];
  /** The provider's approval requests for calls that it runs itself. */
  readonly providerApprovals: readonly ProviderApproval[];
  /** Calls that the provider started and neither finished nor asked about: it continues them in its next response. */
  readonly openProviderCalls: readonly RawCall[];
  /** All text of the response. */
  readonly text: string;
}

interface ProviderCall extends RawCall {
  readonly input: JSONValue;
}

/** Collects a response part by part: emits events and builds the message for the history. */
export class ResponseContent {
  readonly #emit: Emit;
  readonly #ids: CallIds;
  readonly #undo: () => void;
  readonly #text: ResponseText;
  readonly #parts: ContentPart[] = [];
  readonly #calls: RawCall[] = [];
  /** By our id: calls that the provider runs and has not finished. */
  readonly #running: Map<string, ProviderCall> = new Map();
  readonly #approvals: ProviderApproval[] = [];
  /** Calls whose input is plain text. All others must have an object in the history. */
  readonly #textCalls: Set<string> = new Set();
  /** Calls whose input is incomplete, with its length so far. */
  readonly #unended: Map<string, number> = new Map();

  constructor(emit: Emit, ids: CallIds, partIds: Set<string>) {
    this.#emit = emit;
    this.#ids = ids;
    this.#undo = ids.startResponse();
    this.#text = new ResponseText(emit, this.#parts, partIds);
  }

  add(part: ProviderPart): void {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#text.grow(part);
        break;
      case 'text-start':
      case 'reasoning-start':
        this.#text.start(part);
        break;
      case 'text-end':
      case 'reasoning-end':
        this.#text.end(part);
        break;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        this.#addToolInput(part);
        break;
      case 'file':
      case 'reasoning-file':
        this.#addFile(part);
        break;
      default:
        this.#addWhole(part);
    }
  }

  #addWhole(part: Of<'tool-call' | 'tool-result' | 'tool-approval-request' | 'custom' | 'source'>): void {
    switch (part.type) {
      case 'tool-call':
        this.#addCall(part);
        break;
      case 'tool-result':
        this.#addResult(part);
        break;
      case 'tool-approval-request':
        this.#addApproval(part);
        break;
      case 'custom':
        this.#parts.push(withMetadata({ type: 'custom', kind: part.kind }, part));
        this.#emit({ type: 'custom', kind: part.kind, ...metadataOf(part) });
        break;
      case 'source': {
        const { type, providerMetadata: _, ...source } = part;
        this.#emit({ type, source, ...metadataOf(part) });
        break;
      }
      default:
        part satisfies never;
    }
  }

  /** Returns everything, once the stream has ended. */
  done(): CollectedContent {
    this.#text.endAll();
    for (const { id, toolName } of this.#ids.dropWriting()) this.#close(id, toolName, 'interrupted');
    // Empty text may still carry the provider's metadata, which must be sent back.
    const content = this.#parts.filter((part) => part.type !== 'text' || part.text !== '' || 'providerOptions' in part);
    const asked = new Set(this.#approvals.map((approval) => approval.toolCallId));
    return {
      content,
      calls: this.#calls,
      providerApprovals: this.#approvals,
      openProviderCalls: [...this.#running.values()].filter((call) => !asked.has(call.toolCallId)),
      text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    };
  }

  /** Handles a stream that was cut off: its content stays on screen and is discarded otherwise. */
  breakOff(status: 'interrupted' | 'cancelled'): void {
    this.#undo();
    this.#text.endAll();
    const open = [...this.#calls, ...this.#running.values()].map((call) => ({ ...call, id: call.toolCallId }));
    for (const { id, toolName } of [...open, ...this.#ids.dropWriting()]) this.#close(id, toolName, status);
  }

  #close(toolCallId: string, toolName: string, status: 'interrupted' | 'cancelled'): void {
    this.#emit({ type: 'tool-end', toolCallId, toolName, end: { status } });
  }

  #addToolInput(part: Of<'tool-input-start' | 'tool-input-delta' | 'tool-input-end'>): void {
    if (part.type === 'tool-input-start') {
      const toolCallId = this.#ids.begin(part.id, part.toolName);
      this.#unended.set(toolCallId, 0);
      if (part.inputEncoding === 'text') this.#textCalls.add(toolCallId);
      this.#emit({ type: part.type, toolCallId, toolName: part.toolName, ...executedBy(part) });
      return;
    }
    const toolCallId = this.#ids.writing(part.id);
    if (toolCallId === undefined) return;
    if (part.type === 'tool-input-end') {
      this.#unended.delete(toolCallId);
      this.#emit({ type: part.type, toolCallId });
    } else if (part.delta !== '') {
      const offset = this.#unended.get(toolCallId);
      if (offset !== undefined) this.#unended.set(toolCallId, offset + part.delta.length);
      this.#emit({ type: part.type, toolCallId, delta: part.delta, ...definedProps({ offset }) });
    }
  }

  #addCall(part: Of<'tool-call'>): void {
    const { toolName, providerExecuted = false } = part;
    const writtenAs = this.#ids.writing(part.toolCallId) ?? '';
    const rawInput = this.#textCalls.has(writtenAs) ? part.input : readInputText(part.input);
    // No text at all means no arguments, unless the model was still going to write them.
    const isLost = rawInput.trim() === '' && this.#unended.has(writtenAs);
    if (isLost && !providerExecuted) throw brokeOff();
    const toolCallId = providerExecuted
      ? this.#ids.completeProviderCall(part.toolCallId, toolName)
      : this.#ids.complete(part.toolCallId, toolName);
    const parsed = parseInput(rawInput);
    const input: JSONValue = parsed.success ? parsed.value : rawInput;
    const about = withOwnId(part, this.#ids.ownId(toolCallId));
    const call: RawCall = withMetadata({ toolCallId, toolName, rawInput }, about);
    if (providerExecuted) this.#running.set(toolCallId, { ...call, input });
    else this.#calls.push(call);
    const isKept = parsed.success && (isJsonObject(input) || this.#textCalls.has(toolCallId));
    this.#parts.push(
      withMetadata(
        // Providers require an object here, even for an invalid call.
        { type: 'tool-call', toolCallId, toolName, input: isKept ? input : {}, ...executedBy(part) },
        about,
      ),
    );
    this.#emit({ type: 'tool-call', toolCallId, toolName, input, ...executedBy(part), ...metadataOf(about) });
  }

  #addResult(part: Of<'tool-result'>): void {
    const { toolName, preliminary = false } = part;
    if (preliminary) {
      const toolCallId = this.#ids.providerCall(part.toolCallId) ?? part.toolCallId;
      this.#emit({ type: 'tool-progress', toolCallId, value: part.result });
      return;
    }
    const toolCallId = this.#ids.endProviderCall(part.toolCallId) ?? part.toolCallId;
    this.#running.delete(toolCallId);
    this.#parts.push(withMetadata({ type: 'tool-result', toolCallId, toolName, output: resultOutput(part) }, part));
    const about = { providerExecuted: true, ...metadataOf(part) } as const;
    this.#emit({ type: 'tool-end', toolCallId, toolName, end: callEnd(part), ...about });
  }

  #addApproval({ approvalId, toolCallId: providerId }: Of<'tool-approval-request'>): void {
    const call = this.#running.get(this.#ids.providerCall(providerId) ?? providerId);
    if (call === undefined) {
      const message = `The provider asks for approval of the call '${providerId}', which is not in its response. The question is left out.`;
      this.#emit({ type: 'warning', code: 'unknown-approval', message });
      return;
    }
    this.#approvals.push({ approvalId, ...call });
    const { toolCallId } = call;
    this.#parts.push({ type: 'tool-approval-request', approvalId, toolCallId });
    this.#emit({ type: 'tool-approval-request', approvalId, toolCallId });
  }

  #addFile(part: GeneratedFile): void {
    const { data, url } = toGeneratedFile(part);
    const { type, mediaType } = part;
    this.#parts.push(withMetadata({ type, data, mediaType }, part));
    this.#emit({ type, mediaType, url, ...metadataOf(part) });
  }
}

function executedBy(part: { readonly providerExecuted?: boolean }): { readonly providerExecuted?: true } {
  return part.providerExecuted === true ? { providerExecuted: true } : {};
}

function isJsonObject(value: JSONValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** A file in a response. */
export type GeneratedFile = LanguageModelV4File | LanguageModelV4ReasoningFile;

/**
 * Returns its content as plain JSON: for the history (`data`), and for a page (`url`). Version 3 of the contract has
 * bare data.
 */
function toGeneratedFile({ data, mediaType }: GeneratedFile): { readonly data: string; readonly url: string } {
  const source: GeneratedFile['data'] | Uint8Array | string = data;
  if (typeof source === 'object' && 'type' in source && source.type === 'url') {
    const { href } = new URL(source.url);
    return { data: href, url: href };
  }
  const base64 = toBase64(typeof source === 'object' && 'type' in source ? source.data : source);
  return { data: base64, url: `data:${mediaType};base64,${base64}` };
}

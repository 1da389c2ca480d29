import type { AssistantContent, FinishReason, ProviderMetadata, UIMessageChunk } from 'ai';
import type { Emit } from '../../agent/plumbing/delta-batcher.js';
import { newCall, type Turn, type TurnCall } from '../../agent/run/turn.js';
import { textKeyOf } from '../../protocol/base/event-keys.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { toCallOptions } from './server-words.js';

type Part = Exclude<AssistantContent, string>[number];
type ChunkOf<TYPE extends UIMessageChunk['type']> = Extract<UIMessageChunk, { type: TYPE }>;

interface TextPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  providerOptions?: ProviderMetadata;
}

interface OpenText {
  /** Its id in the events: a server may use one id several times. */
  readonly id: string;
  readonly part: TextPart;
}

/** A step of the server's model that is still arriving. */
export class StepDraft {
  readonly #parts: (Part | TextPart)[] = [];
  readonly #calls: TurnCall[] = [];
  readonly #texts: Map<string, OpenText> = new Map();
  /** The keys of all texts of the step, as in its events. */
  readonly #used: Set<string> = new Set();
  /** Calls whose input is still arriving, with its length so far. */
  readonly #writing: Map<string, { readonly toolName: string; length: number }> = new Map();
  readonly #emit: Emit;
  /** The reason why no input can be edited. */
  readonly #fixedInput: string | undefined;

  constructor(emit: Emit, fixedInput: string | undefined) {
    this.#emit = emit;
    this.#fixedInput = fixedInput;
  }

  get calls(): readonly TurnCall[] {
    return this.#calls;
  }

  get isWhole(): boolean {
    return this.#texts.size === 0 && this.#writing.size === 0;
  }

  get text(): string {
    return this.#parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  }

  /** Applies a part of the content. Returns `false` if it continues something that has not started. */
  take(chunk: UIMessageChunk): boolean {
    switch (chunk.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#beginText(chunk);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#growText(chunk);
      case 'text-end':
      case 'reasoning-end':
        return this.#endText(chunk);
      case 'tool-input-start':
        return this.#beginInput(chunk);
      case 'tool-input-delta':
        return this.#growInput(chunk);
      case 'source-url':
      case 'source-document':
        this.#emit({ type: 'source', source: toSource(chunk) });
        return true;
      case 'file':
      case 'reasoning-file':
        this.#addFile(chunk);
        return true;
      case 'custom':
        this.#addCustom(chunk);
        return true;
      default:
        return false;
    }
  }

  addCall(chunk: ChunkOf<'tool-input-available'>, input: JSONValue): void {
    const { toolCallId, toolName, providerMetadata, dynamic, providerExecuted } = chunk;
    if (this.#writing.delete(toolCallId)) this.#emit({ type: 'tool-input-end', toolCallId });
    const words = {
      ...(dynamic === true ? { dynamic } : {}),
      ...(providerExecuted === true ? { providerExecuted } : {}),
    } as const;
    const options = toCallOptions(providerMetadata, words);
    this.#parts.push({ type: 'tool-call', toolCallId, toolName, input, ...options });
    const fixed = this.#fixedInput === undefined ? {} : { fixedInput: this.#fixedInput };
    const call = newCall({ toolCallId, toolName, rawInput: JSON.stringify(input), ...options, ...fixed });
    call.input = input;
    this.#calls.push(call);
    const metadata = providerMetadata === undefined ? {} : { providerMetadata };
    this.#emit({ type: 'tool-call', toolCallId, toolName, input, ...metadata });
  }

  /** Replaces a call by a newer version. */
  replace(call: TurnCall): void {
    const index = this.#calls.findIndex(({ toolCallId }) => toolCallId === call.toolCallId);
    if (index >= 0) this.#calls[index] = call;
    const at = this.#parts.findIndex((part) => part.type === 'tool-call' && part.toolCallId === call.toolCallId);
    const part = this.#parts[at];
    if (part?.type !== 'tool-call') return;
    const { toolName, input = part.input, providerOptions } = call;
    this.#parts[at] = { ...part, toolName, input, ...(providerOptions && { providerOptions }) };
  }

  /** Ends everything that is still open in the step. */
  close(): void {
    for (const { id, part } of this.#texts.values()) this.#emit({ type: `${part.type}-end`, id });
    this.#texts.clear();
    this.#writing.clear();
  }

  /** Returns the step in the form of the history. */
  toTurn(finishReason: FinishReason, messageId: string | undefined): Turn {
    // An empty text is dropped, unless its provider needs it back.
    const says = (part: Part | TextPart): boolean =>
      part.type !== 'text' || part.text !== '' || part.providerOptions !== undefined;
    const content = this.#parts.filter(says) as Part[];
    const options = messageId === undefined ? {} : { providerOptions: { countersign: { messageId } } };
    return {
      ...(content.length === 0 ? {} : { response: { role: 'assistant', content, ...options } }),
      finishReason,
      calls: this.#calls,
      plans: 0,
      round: 0,
    };
  }

  #addFile(chunk: ChunkOf<'file' | 'reasoning-file'>): void {
    const { type, mediaType, url, providerMetadata } = chunk;
    this.#parts.push({ type, data: fileData(chunk), mediaType, ...toCallOptions(providerMetadata, {}) });
    this.#emit({ type, mediaType, url, ...(providerMetadata && { providerMetadata }) });
  }

  #addCustom({ type, kind, providerMetadata }: ChunkOf<'custom'>): void {
    this.#parts.push({ type, kind, ...toCallOptions(providerMetadata, {}) });
    this.#emit({ type, kind, ...(providerMetadata && { providerMetadata }) });
  }

  #beginText({ type, id, providerMetadata }: ChunkOf<'text-start' | 'reasoning-start'>): boolean {
    const kind = type === 'text-start' ? 'text' : 'reasoning';
    const key = textKeyOf({ type, id }) ?? '';
    if (this.#texts.has(key)) return true;
    const own = this.#ownId(type, id);
    const part: TextPart = { type: kind, text: '', ...(providerMetadata && { providerOptions: providerMetadata }) };
    this.#parts.push(part);
    this.#texts.set(key, { id: own, part });
    this.#emit({ type, id: own });
    return true;
  }

  /** Returns an id that no earlier text of the step has: a server may reuse ids, or send one that looks like ours. */
  #ownId(type: 'text-start' | 'reasoning-start', id: string): string {
    for (let n = 1; ; n++) {
      const own = n === 1 ? id : `${id}~${n}`;
      const key = textKeyOf({ type, id: own }) ?? '';
      if (this.#used.has(key)) continue;
      this.#used.add(key);
      return own;
    }
  }

  #growText({ type, id, delta, providerMetadata }: ChunkOf<'text-delta' | 'reasoning-delta'>): boolean {
    const text = this.#texts.get(textKeyOf({ type, id }) ?? '');
    if (text === undefined) return false;
    const { part } = text;
    this.#emit({ type, id: text.id, delta, offset: part.text.length });
    part.text += delta;
    if (providerMetadata !== undefined) part.providerOptions = providerMetadata;
    return true;
  }

  #endText({ type, id, providerMetadata }: ChunkOf<'text-end' | 'reasoning-end'>): boolean {
    const key = textKeyOf({ type, id }) ?? '';
    const text = this.#texts.get(key);
    if (text === undefined) return false;
    this.#texts.delete(key);
    const metadata = providerMetadata ?? text.part.providerOptions;
    if (metadata !== undefined) text.part.providerOptions = metadata;
    this.#emit({ type, id: text.id, ...(metadata && { providerMetadata: metadata }) });
    return true;
  }

  #beginInput({ toolCallId, toolName }: ChunkOf<'tool-input-start'>): boolean {
    if (this.#writing.has(toolCallId)) return true;
    this.#writing.set(toolCallId, { toolName, length: 0 });
    this.#emit({ type: 'tool-input-start', toolCallId, toolName });
    return true;
  }

  #growInput({ toolCallId, inputTextDelta: delta }: ChunkOf<'tool-input-delta'>): boolean {
    const writing = this.#writing.get(toolCallId);
    if (writing === undefined) return false;
    this.#emit({ type: 'tool-input-delta', toolCallId, delta, offset: writing.length });
    writing.length += delta.length;
    return true;
  }
}

function toSource(chunk: ChunkOf<'source-url' | 'source-document'>) {
  const { sourceId: id, title } = chunk;
  if (chunk.type === 'source-url') {
    return { sourceType: 'url', id, url: chunk.url, ...(title === undefined ? {} : { title }) } as const;
  }
  const { mediaType, filename } = chunk;
  return {
    sourceType: 'document',
    id,
    mediaType,
    title: chunk.title,
    ...(filename === undefined ? {} : { filename }),
  } as const;
}

/** Returns the content of a file in the form of the history. */
function fileData({ url, mediaType }: ChunkOf<'file' | 'reasoning-file'>): string {
  const prefix = `data:${mediaType};base64,`;
  return url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

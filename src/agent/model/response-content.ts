import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantContent } from 'ai';
import type { JSONValue } from '../../protocol/json.js';
import type { Emit } from '../emitting.js';
import type { CallIds } from './call-ids.js';
import { parseInput } from './parse-input.js';

/** A call as the model wrote it. */
export interface RawCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text, if all is well. */
  readonly rawInput: string;
}

type ContentPart = Exclude<AssistantContent, string>[number];
type ProviderPart = Exclude<
  LanguageModelV4StreamPart,
  { type: 'stream-start' | 'finish' | 'error' | 'response-metadata' | 'ping' | 'raw' }
>;
type TextStreamPart = Extract<ProviderPart, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>;

interface OpenText {
  readonly type: 'text' | 'reasoning';
  text: string;
  providerOptions?: SharedV4ProviderMetadata;
}

/** Collects a response part by part: tells it as events, keeps it for the history. */
export class ResponseContent {
  readonly #emit: Emit;
  readonly #ids: CallIds;
  readonly #parts: (ContentPart | OpenText)[] = [];
  readonly #open: Map<string, OpenText> = new Map();
  readonly #calls: RawCall[] = [];

  constructor(emit: Emit, ids: CallIds) {
    this.#emit = emit;
    this.#ids = ids;
  }

  add(part: ProviderPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#addText(part);
        break;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        this.#addToolInput(part);
        break;
      case 'tool-call':
        this.#addCall(part);
        break;
      case 'tool-result':
      case 'tool-approval-request':
      case 'custom':
      case 'file':
      case 'reasoning-file':
      case 'source':
        this.#emit({
          type: 'warning',
          code: 'unhandled-part',
          message: `The model sent a part of type '${part.type}', which is not kept yet.`,
        });
        break;
      default:
        part satisfies never;
    }
  }

  /** Everything, once the stream has ended. */
  done(): { readonly content: ContentPart[]; readonly calls: readonly RawCall[]; readonly text: string } {
    const isText = (part: ContentPart | OpenText): boolean => part.type === 'text';
    const content = this.#parts.filter((part) => part.type !== 'text' || part.text !== '');
    const text = content
      .filter(isText)
      .map((part) => ('text' in part ? part.text : ''))
      .join('');
    return { content, calls: this.#calls, text };
  }

  #addText(part: TextStreamPart): void {
    const type = part.type.startsWith('text') ? 'text' : 'reasoning';
    const key = `${type}:${part.id}`;
    let open = this.#open.get(key);
    if (open === undefined) {
      open = { type, text: '' };
      this.#open.set(key, open);
      this.#parts.push(open);
      this.#emit({ type: `${type}-start`, id: part.id });
    }
    if (part.providerMetadata !== undefined) open.providerOptions = part.providerMetadata;
    if ('delta' in part && part.delta !== '') {
      open.text += part.delta;
      this.#emit({ type: `${type}-delta`, id: part.id, delta: part.delta });
    }
    if (part.type.endsWith('-end')) {
      this.#open.delete(key);
      this.#emit({ type: `${type}-end`, id: part.id });
    }
  }

  #addToolInput(part: Extract<ProviderPart, { type: `tool-input-${string}` }>): void {
    if (part.type === 'tool-input-start') {
      this.#emit({ type: 'tool-input-start', toolCallId: this.#ids.begin(part.id), toolName: part.toolName });
      return;
    }
    const toolCallId = this.#ids.writing(part.id);
    if (toolCallId === undefined) return;
    if (part.type === 'tool-input-end') this.#emit({ type: 'tool-input-end', toolCallId });
    else if (part.delta !== '') this.#emit({ type: 'tool-input-delta', toolCallId, delta: part.delta });
  }

  #addCall(part: Extract<ProviderPart, { type: 'tool-call' }>): void {
    const toolCallId = this.#ids.complete(part.toolCallId);
    const { toolName, providerMetadata } = part;
    const parsed = parseInput(part.input);
    const input: JSONValue = parsed.success ? parsed.value : part.input;
    this.#calls.push({ toolCallId, toolName, rawInput: part.input });
    this.#parts.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      // Providers insist on an object here, also for a call that never made sense.
      input: typeof input === 'object' && input !== null ? input : {},
      ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
    });
    this.#emit({ type: 'tool-call', toolCallId, toolName, input });
  }
}

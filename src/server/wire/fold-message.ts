import type { UIMessage, UIMessageChunk } from 'ai';
import { textKeyOf } from '../../protocol/base/event-keys.js';
import { definedProps, isRecord } from '../../protocol/base/record.js';

type Part = UIMessage['parts'][number];
type Fields = Readonly<Record<string, unknown>>;

/**
 * A message rebuilt from its chunks. It equals the message that the client built, so a page can show it after a reload.
 */
export class FoldedMessage {
  readonly id: string;
  readonly #parts: Part[] = [];
  /** The indexes of the incomplete text parts, by key. */
  readonly #open: Map<string, number> = new Map();

  constructor(id: string) {
    this.id = id;
  }

  /** The current message, or `undefined` if it has no parts. */
  get message(): UIMessage | undefined {
    return this.#parts.length === 0 ? undefined : { id: this.id, role: 'assistant', parts: [...this.#parts] };
  }

  take(chunk: UIMessageChunk): void {
    switch (chunk.type) {
      case 'start-step':
        this.#parts.push({ type: 'step-start' });
        this.#open.clear();
        return;
      case 'reset-step':
        this.#parts.length = this.#parts.findLastIndex(({ type }) => type === 'step-start') + 1;
        this.#open.clear();
        return;
      case 'text-start':
      case 'reasoning-start':
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end':
        this.#takeText(chunk);
        return;
      case 'tool-input-available': {
        const { toolCallId, toolName, input, providerExecuted, providerMetadata } = chunk;
        const more = definedProps({ providerExecuted, callProviderMetadata: providerMetadata });
        this.#setCall(toolCallId, {
          type: `tool-${toolName}`,
          toolCallId,
          state: 'input-available',
          input,
          ...more,
        });
        return;
      }
      case 'tool-approval-request': {
        const { approvalId: id, reason, isAutomatic } = chunk;
        const approval = { id, ...definedProps({ requestReason: reason, isAutomatic }) };
        this.#setCall(chunk.toolCallId, { state: 'approval-requested', approval });
        return;
      }
      case 'tool-approval-response':
        this.#takeDecision(chunk);
        return;
      case 'tool-output-available':
        if (chunk.preliminary === true) return;
        this.#setCall(chunk.toolCallId, { state: 'output-available', output: chunk.output });
        return;
      case 'tool-output-error':
        this.#setCall(chunk.toolCallId, { state: 'output-error', errorText: chunk.errorText });
        return;
      case 'tool-output-denied':
        this.#setCall(chunk.toolCallId, { state: 'output-denied' });
        return;
      case 'source-url':
      case 'source-document':
      case 'file':
      case 'reasoning-file':
      case 'custom':
        this.#parts.push(chunk as Part); // the chunk has the same shape as the part
        return;
      default:
        return;
    }
  }

  /** Adds the decision of a person to a call, as the client does before the server confirms it. */
  answer(toolCallId: string, decision: { readonly approved: boolean; readonly reason?: string }): void {
    const { approval } = this.#callOf(toolCallId) ?? {};
    if (isRecord(approval))
      this.#setCall(toolCallId, { state: 'approval-responded', approval: { ...approval, ...decision } });
  }

  #takeText(chunk: Extract<UIMessageChunk, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>): void {
    const type = chunk.type.startsWith('text') ? 'text' : 'reasoning';
    const name = textKeyOf(chunk) ?? '';
    if (chunk.type.endsWith('-start'))
      this.#open.set(name, this.#parts.push({ type, text: '', state: 'streaming' }) - 1);
    const index = this.#open.get(name) ?? -1;
    const part = this.#parts[index];
    if (part?.type !== type) return;
    if ('delta' in chunk) this.#parts[index] = { ...part, text: part.text + chunk.delta };
    if (!chunk.type.endsWith('-end')) return;
    const metadata = definedProps({ providerMetadata: chunk.providerMetadata });
    this.#parts[index] = { ...part, state: 'done', ...metadata };
  }

  #takeDecision({ approvalId, approved, reason }: Extract<UIMessageChunk, { type: 'tool-approval-response' }>): void {
    const requested = this.#parts.findLast((part): boolean => {
      const { approval } = part as Fields; // checked in the next line
      return isRecord(approval) && approval.id === approvalId;
    });
    if (requested !== undefined && 'toolCallId' in requested)
      this.answer(requested.toolCallId, { approved, ...definedProps({ reason }) });
  }

  #callOf(toolCallId: string): Fields | undefined {
    return this.#parts.findLast((part) => 'toolCallId' in part && part.toolCallId === toolCallId) as Fields | undefined;
  }

  #setCall(toolCallId: string, fields: Fields): void {
    const index = this.#parts.findLastIndex((part) => 'toolCallId' in part && part.toolCallId === toolCallId);
    const before = this.#parts[index];
    const part = { ...before, ...fields } as Part; // each chunk sets the members that its state requires
    if (before === undefined) this.#parts.push(part);
    else this.#parts[index] = part;
  }
}

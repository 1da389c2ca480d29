import type { UIMessage } from 'ai';
import { isToolPart } from './call-record.js';

type Part = UIMessage['parts'][number];

/** A message that several events change, one after the other: its parts are copied once, not once an event. */
export class MessageDraft {
  readonly #original: UIMessage;
  #parts: Part[] | undefined;
  /** Where each call stands, once somebody has asked. */
  #calls: Map<string, number> | undefined;

  constructor(message: UIMessage) {
    this.#original = message;
  }

  get parts(): readonly Part[] {
    return this.#parts ?? this.#original.parts;
  }

  /** The message with its changes; the original where there were none. */
  get message(): UIMessage {
    return this.#parts === undefined ? this.#original : { ...this.#original, parts: this.#parts };
  }

  append(part: Part): void {
    const parts = this.#copy();
    if (isToolPart(part)) this.#calls?.set(part.toolCallId, parts.length);
    parts.push(part);
  }

  replace(index: number, part: Part): void {
    if (this.parts[index] !== part) this.#copy()[index] = part;
  }

  /** The index of a call's part; -1 for none. */
  indexOfCall(toolCallId: string): number {
    this.#calls ??= indexCalls(this.parts);
    return this.#calls.get(toolCallId) ?? -1;
  }

  /** The parts of the current step, newest first. */
  *newestParts(): Generator<readonly [number, Part], void, void> {
    for (let index = this.parts.length - 1; index >= 0; index--) {
      const part = this.parts[index];
      if (part === undefined || part.type === 'step-start') return;
      yield [index, part];
    }
  }

  #copy(): Part[] {
    this.#parts ??= [...this.#original.parts];
    return this.#parts;
  }
}

function indexCalls(parts: readonly Part[]): Map<string, number> {
  const calls = new Map<string, number>();
  for (const [index, part] of parts.entries()) if (isToolPart(part)) calls.set(part.toolCallId, index);
  return calls;
}

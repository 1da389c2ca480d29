import type { FinishReason, ModelMessage, UIMessage } from 'ai';
import { isToolPart } from './call-record.js';
import { type CutOff, cutOffOf, toCutOff, withCutOff } from './cut-off.js';
import { withSteps } from './step-record.js';

type Part = UIMessage['parts'][number];

/** A message that several events change. Its parts are copied once, and not for each event. */
export class MessageDraft {
  readonly #original: UIMessage;
  #parts: Part[] | undefined;
  /** The number of steps, counted at the first request. */
  #steps: number | undefined;
  /** The recorded messages of steps, by step. */
  readonly #records: Map<number, readonly ModelMessage[]> = new Map();
  /** The reason why the last response is incomplete; `null` for a complete one, `undefined` before a step has ended. */
  #cutOff: CutOff | null | undefined;
  /** The index of each call, determined at the first request. */
  #calls: Map<string, number> | undefined;

  constructor(message: UIMessage) {
    this.#original = message;
  }

  get parts(): readonly Part[] {
    return this.#parts ?? this.#original.parts;
  }

  /** The message with the changes. The original object if nothing has changed. */
  get message(): UIMessage {
    const isMarked = this.#cutOff !== undefined && this.#cutOff !== cutOffOf(this.#original);
    if (this.#parts === undefined && this.#records.size === 0 && !isMarked) return this.#original;
    const message = { ...this.#original, parts: this.#parts ?? this.#original.parts };
    const recorded =
      this.#records.size === 0 ? message : { ...message, metadata: withSteps(message.metadata, this.#records) };
    return isMarked ? withCutOff(recorded, this.#cutOff ?? null) : recorded;
  }

  append(part: Part): void {
    const parts = this.#copy();
    if (isToolPart(part)) this.#calls?.set(part.toolCallId, parts.length);
    if (this.#steps !== undefined && part.type === 'step-start') this.#steps += 1;
    parts.push(part);
  }

  replace(index: number, part: Part): void {
    if (this.parts[index] !== part) this.#copy()[index] = part;
  }

  /** Returns the index of the part of a call, or -1. */
  indexOfCall(toolCallId: string): number {
    this.#calls ??= indexCalls(this.parts);
    return this.#calls.get(toolCallId) ?? -1;
  }

  /** Records the messages that the current step added to the history. */
  record(messages: readonly ModelMessage[]): void {
    this.#steps ??= this.parts.reduce((count, { type }) => count + Number(type === 'step-start'), 0);
    this.#records.set(this.#steps, messages);
  }

  /** Records if the message is complete. */
  markCutOff(finishReason: FinishReason): void {
    this.#cutOff = toCutOff(finishReason);
  }

  /** Yields the parts of the current step with their indices, newest first. */
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

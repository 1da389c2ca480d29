import type { ModelMessage } from 'ai';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Gives every call of a response an id that no other call of the conversation has, and that every provider accepts.
 * Models repeat ids, leave them empty, or send hostile ones; answers are found by id, so none may be shared.
 */
export class CallIds {
  readonly #taken: Set<string>;
  /** The provider's id → ours, while the model still writes that call. */
  readonly #writing: Map<string, string> = new Map();

  private constructor(taken: Set<string>) {
    this.#taken = taken;
  }

  /** Ids for the response that follows this history. */
  static after(messages: readonly ModelMessage[]): CallIds {
    const taken = new Set<string>();
    for (const message of messages) {
      if (message.role !== 'assistant' || typeof message.content === 'string') continue;
      for (const part of message.content) if (part.type === 'tool-call') taken.add(part.toolCallId);
    }
    return new CallIds(taken);
  }

  /** The model begins to write a call. */
  begin(providerId: string): string {
    const id = this.#claim(providerId);
    this.#writing.set(providerId, id);
    return id;
  }

  /** The id of a call that is being written. */
  writing(providerId: string): string | undefined {
    return this.#writing.get(providerId);
  }

  /** A call is complete: the id that it began with, or a new one. */
  complete(providerId: string): string {
    const id = this.#writing.get(providerId) ?? this.#claim(providerId);
    this.#writing.delete(providerId);
    return id;
  }

  #claim(providerId: string): string {
    const base = wellFormed.test(providerId) && providerId !== '__proto__' ? providerId : 'call';
    let id = base;
    for (let n = 2; this.#taken.has(id); n++) id = `${base.slice(0, 56)}_${n}`;
    this.#taken.add(id);
    return id;
  }
}

import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { toWellFormed } from '../../protocol/foreign/well-formed.js';
import { ownIdOf, withoutOwnId } from './call-ids.js';
import { hasFiles, inCallOrder, joined, readable, toMessage } from './to-prompt.js';

type Messages = readonly LanguageModelV4Message[];
type Part = Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>['content'][number];

/** Converts the files of messages to the provider contract. */
export type Convert = (messages: Messages) => Promise<Messages>;

/**
 * The history in the form of the provider contract: content as parts, consecutive tool messages joined with results in
 * the order of their calls,
 * approvals between the run and people removed, calls under the ids of their provider. A history only grows, so each
 * message is converted, and its
 * files are loaded, once instead of once a step.
 */
export class PromptLog {
  readonly #messages: LanguageModelV4Message[] = [];
  /** The provider's ids of calls, by our ids. */
  readonly #ownIds: Map<string, string> = new Map();
  readonly #provider: string;
  /** The number of messages of the history that are in it. */
  #seen = 0;
  /** True if files were loaded for it. */
  hasFiles = false;

  constructor(provider = '') {
    this.#provider = provider;
  }

  /** Adds the new messages of the history; `convert` is called for messages with files. */
  async grow(history: readonly ModelMessage[], convert: Convert): Promise<void> {
    const added = history.slice(this.#seen).map((message) => toWellFormed(toMessage(message)));
    for (const message of added) this.#name(message);
    const isPlain = !added.some(hasFiles);
    if (!isPlain) this.hasFiles = true;
    const messages = isPlain ? added : await convert(added);
    for (const message of messages) this.#add(message);
    this.#seen += added.length;
  }

  /** Returns the prompt of a request. The list is a copy, because models keep and change it. */
  toPrompt(instructions: string | null): LanguageModelV4Prompt {
    const messages = this.#messages.slice(0, isEmpty(this.#messages.at(-1)) ? -1 : undefined);
    if (instructions !== null) messages.unshift({ role: 'system', content: instructions });
    return messages;
  }

  /** Replaces the ids of calls by those of their provider, in a list of parts that is not shared with the history. */
  #name({ role, content }: LanguageModelV4Message): void {
    if (role === 'system' || role === 'user') return;
    const parts = content as Part[]; // Each part keeps its type.
    let index = 0;
    for (const part of parts) parts[index++] = this.#named(part);
  }

  #named(part: Part): Part {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return part;
    const { toolCallId: id } = part;
    if (part.type === 'tool-call') this.#ownIds.set(id, ownIdOf(part, this.#provider) ?? id);
    const own = this.#ownIds.get(id) ?? id;
    return withoutOwnId(own === id ? part : { ...part, toolCallId: own });
  }

  #add(next: LanguageModelV4Message): void {
    const last = this.#messages.at(-1);
    const isRow = next.role === 'tool' && last?.role === 'tool';
    // An empty tool message may still be joined with the next one; otherwise it is dropped.
    if (isRow || isEmpty(last)) this.#messages.pop();
    const before = this.#messages.at(-1);
    const message = isRow ? joined(last, next) : next;
    this.#messages.push(
      message.role === 'tool' && before !== undefined ? inCallOrder(readable(message, before), before) : message,
    );
  }
}

function isEmpty(message: LanguageModelV4Message | undefined): boolean {
  return message?.role === 'tool' && message.content.length === 0;
}

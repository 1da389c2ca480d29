import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { toWellFormed } from '../../protocol/foreign/well-formed.js';
import { ownIdOf, withoutOwnId } from './call-ids.js';
import { hasFiles, inCallOrder, joined, readable, toMessage } from './to-prompt.js';

type Messages = readonly LanguageModelV4Message[];
type Part = Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>['content'][number];

/** Gives files as the provider contract wants them. */
export type Convert = (messages: Messages) => Promise<Messages>;

/**
 * The history as the provider contract wants it: parts only, tool messages in a row joined, with their results in the order of
 * the calls, approvals between the run and people left out, calls under the ids that their provider gave them. A history only grows, so each message is converted, and its files are loaded, once and not once a step.
 */
export class PromptLog {
  readonly #messages: LanguageModelV4Message[] = [];
  /** What the provider calls the calls, by their ids. */
  readonly #ownIds: Map<string, string> = new Map();
  readonly #provider: string;
  /** How many messages of the history are in it. */
  #seen = 0;
  /** Whether files were loaded for it. */
  hasFiles = false;

  constructor(provider = '') {
    this.#provider = provider;
  }

  /** Takes in what the history has grown by; `convert` is for messages with files. */
  async grow(history: readonly ModelMessage[], convert: Convert): Promise<void> {
    const added = history.slice(this.#seen).map((message) => toWellFormed(toMessage(message)));
    for (const message of added) this.#name(message);
    const isPlain = !added.some(hasFiles);
    if (!isPlain) this.hasFiles = true;
    const messages = isPlain ? added : await convert(added);
    for (const message of messages) this.#add(message);
    this.#seen += added.length;
  }

  /** The prompt of a request. The list is the model's own: models keep and change it. */
  toPrompt(instructions: string | null): LanguageModelV4Prompt {
    const messages = this.#messages.slice(0, isEmpty(this.#messages.at(-1)) ? -1 : undefined);
    if (instructions !== null) messages.unshift({ role: 'system', content: instructions });
    return messages;
  }

  /** Puts calls under the ids of their provider. The list of parts is no longer that of the history. */
  #name({ role, content }: LanguageModelV4Message): void {
    if (role === 'system' || role === 'user') return;
    const parts = content as Part[]; // each keeps its type
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
    // An empty tool message may still be joined with what follows; nothing else comes of it.
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

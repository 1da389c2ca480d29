/** The states of the browser's model. */
type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly { readonly type: string; readonly value: unknown }[];
}

interface CreateOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  readonly signal?: AbortSignal;
}

/**
 * Replaces the browser's `LanguageModel` with a script, using the members of the Prompt API: `availability()`,
 * `create()`, and sessions with `prompt()` and `promptStreaming()`, whose stream consists of text chunks.
 */
export class PromptApi {
  /** The options of each session. */
  readonly created: CreateOptions[] = [];
  /** The input of each prompt. */
  readonly prompts: (string | readonly PromptMessage[])[] = [];
  readonly #turns: string[];
  readonly #availability: Availability;

  constructor(turns: readonly string[], availability: Availability = 'available') {
    this.#turns = [...turns];
    this.#availability = availability;
  }

  availability(): Promise<Availability> {
    return Promise.resolve(this.#availability);
  }

  create(options: CreateOptions = {}): Promise<PromptSession> {
    this.created.push(options);
    return Promise.resolve(new PromptSession((input) => this.#take(input)));
  }

  #take(input: string | readonly PromptMessage[]): string {
    this.prompts.push(input);
    const turn = this.#turns.shift();
    if (turn === undefined) throw new DOMException('The script has no more turns.', 'OperationError');
    return turn;
  }
}

/** A session of the Prompt API. */
class PromptSession extends EventTarget {
  readonly contextWindow = 9216;
  readonly contextUsage = 120;
  oncontextoverflow: unknown = null;
  readonly #take: (input: string | readonly PromptMessage[]) => string;

  constructor(take: (input: string | readonly PromptMessage[]) => string) {
    super();
    this.#take = take;
  }

  prompt(input: string | readonly PromptMessage[]): Promise<string> {
    return Promise.resolve(this.#take(input));
  }

  promptStreaming(input: string | readonly PromptMessage[]): ReadableStream<string> {
    const words = this.#take(input).match(/\S*\s*/g) ?? [];
    return new ReadableStream({
      start(controller) {
        for (const word of words) if (word !== '') controller.enqueue(word);
        controller.close();
      },
    });
  }

  destroy(): void {}
}

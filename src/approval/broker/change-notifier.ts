/** How soon a change has to be shown: at once what people have done or wait for, the page's own work with the next frame. */
export type Urgency = 'now' | 'soon';

/** Tells listeners of changes. Whatever happens in one moment, however many calls it is about, is told together. */
export class ChangeNotifier {
  readonly #listeners: Set<(urgency: Urgency) => void> = new Set();
  #published: Promise<void> | undefined;
  #tests: (() => boolean)[] = [];
  #afterwards: (() => void)[] = [];

  readonly subscribe = (listener: (urgency: Urgency) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Resolves when what was published is known; nothing when it is. */
  get published(): Promise<void> | undefined {
    return this.#published;
  }

  /** Publishes in a moment; whether it is urgent, may be seen only then. Resolves when the listeners know. */
  publish(isUrgent: boolean | (() => boolean)): Promise<void> {
    if (isUrgent !== false) this.#tests.push(isUrgent === true ? () => true : isUrgent);
    this.#published ??= Promise.resolve().then(() => this.#tell());
    return this.#published;
  }

  /** Does something once the listeners know. */
  afterwards(work: () => void): void {
    this.#afterwards.push(work);
  }

  #tell(): void {
    const urgency = this.#tests.some((test) => test()) ? 'now' : 'soon';
    const work = this.#afterwards;
    this.#published = undefined;
    this.#tests = [];
    this.#afterwards = [];
    for (const listener of [...this.#listeners]) callSafely(() => listener(urgency));
    for (const next of work) next();
  }
}

/** What a listener throws is its own: nothing that waits may stay behind for it. */
function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    void Promise.reject(error);
  }
}

/**
 * The urgency of rendering a change: `now` for people's actions and pending calls, `soon` (next frame) for the page's
 * own work.
 */
export type Urgency = 'now' | 'soon';

/** Notifies listeners of changes. All changes of one microtask are combined. */
export class ChangeNotifier {
  readonly #listeners: Set<(urgency: Urgency) => void> = new Set();
  #published: Promise<void> | undefined;
  #tests: (() => boolean)[] = [];
  #afterwards: (() => void)[] = [];

  readonly subscribe = (listener: (urgency: Urgency) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Resolves when the listeners have been notified; `undefined` when nothing is pending. */
  get published(): Promise<void> | undefined {
    return this.#published;
  }

  /**
   * Schedules a notification. A function for `isUrgent` is evaluated just before it. Resolves when listeners have been
   * notified.
   */
  publish(isUrgent: boolean | (() => boolean)): Promise<void> {
    if (isUrgent !== false) this.#tests.push(isUrgent === true ? () => true : isUrgent);
    this.#published ??= Promise.resolve().then(() => this.#tell());
    return this.#published;
  }

  /** Schedules work for after the notification. */
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

/** Calls a listener. Its errors must not prevent other listeners and waiting work from running. */
function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    void Promise.reject(error);
  }
}

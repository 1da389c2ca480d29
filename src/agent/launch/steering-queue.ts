import type { SteeringMessage, SteeringSource } from '../run/agent.js';

/** The messages that people send to an active run, until the end of a step delivers them. */
export class SteeringQueue implements SteeringSource {
  #waiting: readonly SteeringMessage[] = [];
  /** The messages that an earlier activation delivered, if they are sent again before the run gets there. */
  readonly #delivered: Set<string> = new Set();

  /** Adds a message. Returns a function that retracts it, and returns `false` if the message was delivered. */
  addMessage(added: SteeringMessage): () => boolean {
    this.#waiting = [...this.#waiting, added];
    return () => {
      const isWaiting = this.#waiting.includes(added);
      this.#waiting = this.#waiting.filter((message) => message !== added);
      return isWaiting || !this.#delivered.has(added.id);
    };
  }

  deliver(): readonly SteeringMessage[] {
    const waiting = this.#waiting.filter(({ id }) => !this.#delivered.has(id));
    this.markDelivered(waiting);
    return waiting;
  }

  markDelivered(messages: readonly SteeringMessage[]): void {
    for (const { id } of messages) this.#delivered.add(id);
    this.#waiting = this.#waiting.filter(({ id }) => !this.#delivered.has(id));
  }
}

import { CountersignError } from '../../protocol/base/errors.js';
import { onAbort } from '../plumbing/abortable.js';
import { isLeft, leaving } from '../plumbing/leaving.js';
import { notSendable } from './crossing.js';
import { fromPortError, toPortError } from './port-error.js';
import type { RunMessage } from './port-message.js';

/** Functions that the other side may call. The signal fires when it no longer wants to know. */
export type Exposed = Readonly<Record<string, (given: readonly unknown[], signal: AbortSignal) => unknown>>;

/** A function on the other side, and for how long its answer is wanted. */
export interface Callee {
  readonly on?: string;
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
}

interface OpenCall {
  readonly resolve: (gave: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One run's functions on both sides of a port, each called from the other side. */
export class RunLink {
  readonly #run: string;
  readonly #post: (message: RunMessage) => void;
  readonly #exposed: Map<string, Exposed> = new Map();
  readonly #open: Map<number, OpenCall> = new Map();
  readonly #working: Map<number, AbortController> = new Map();
  #count = 0;
  #gone: Error | undefined;

  constructor(run: string, post: (message: RunMessage) => void, own: Exposed) {
    this.#run = run;
    this.#post = post;
    this.#exposed.set('', own);
  }

  /** Lets the other side call these functions; gives their name there. */
  expose(functions: Exposed): string {
    this.#count += 1;
    this.#exposed.set(`${this.#count}`, functions);
    return `${this.#count}`;
  }

  release(name: string): void {
    this.#exposed.delete(name);
  }

  /** Calls without waiting for anything. @throws where the other side cannot be told. */
  tell(name: string, ...given: readonly unknown[]): void {
    this.tellOn('', name, ...given);
  }

  /** The same for functions that were exposed later. */
  tellOn(on: string, name: string, ...given: readonly unknown[]): void {
    if (this.#gone === undefined) this.#post({ type: 'call', run: this.#run, on, name, given });
  }

  /** Calls, and waits for what it gives. @throws what it throws there. */
  async ask({ on = '', name, signal }: Callee, ...given: readonly unknown[]): Promise<unknown> {
    if (this.#gone !== undefined) throw this.#gone;
    this.#count += 1;
    const id = this.#count;
    const run = this.#run;
    try {
      this.#post({ type: 'call', run, id, on, name, given });
    } catch (error) {
      throw notSendable(`What was given to ${name}`, error);
    }
    const cancel = (): void => {
      const reason = signal !== undefined && isLeft(signal) ? true : signal?.reason;
      if (this.#open.has(id))
        this.#post({ type: 'cancel', run, id, reason: typeof reason === 'string' || reason === true ? reason : '' });
    };
    const forget = signal === undefined ? undefined : onAbort(signal, cancel);
    try {
      return await new Promise((resolve, reject) => {
        this.#open.set(id, { resolve, reject });
        if (signal?.aborted) cancel();
      });
    } finally {
      this.#open.delete(id);
      forget?.();
    }
  }

  hear(message: RunMessage): void {
    if (this.#gone !== undefined) return;
    if (message.type === 'call') void this.#answer(message);
    // What a run that is left says to those who wait for it is no text.
    if (message.type === 'cancel')
      this.#working.get(message.id)?.abort(message.reason === true ? leaving : message.reason);
    if (message.type === 'done') this.#open.get(message.id)?.resolve(message.gave);
    if (message.type === 'refused') this.#open.get(message.id)?.reject(fromPortError(message.error));
  }

  /** The run is over, or the other side cannot be reached: nobody waits any more. */
  close(): void {
    if (this.#gone !== undefined) return;
    const error = new CountersignError('port-closed', 'The run is over, or the other side of its port has gone.');
    this.#gone = error;
    for (const { reject } of this.#open.values()) reject(error);
    for (const controller of this.#working.values()) controller.abort(error);
    this.#exposed.clear();
  }

  async #answer({ id, on, name, given }: Extract<RunMessage, { type: 'call' }>): Promise<void> {
    const controller = new AbortController();
    if (id !== undefined) this.#working.set(id, controller);
    const run = this.#run;
    try {
      const gave = await this.#call({ on, name }, given, controller.signal);
      if (id === undefined || this.#gone !== undefined) return;
      try {
        this.#post({ type: 'done', run, id, gave });
      } catch (error) {
        throw notSendable(`What ${name} gave`, error);
      }
    } catch (error) {
      if (id !== undefined && this.#gone === undefined)
        this.#post({ type: 'refused', run, id, error: toPortError(error) });
    } finally {
      if (id !== undefined) this.#working.delete(id);
    }
  }

  /** Called at once: what comes first is begun first. */
  #call({ on = '', name }: Callee, given: readonly unknown[], signal: AbortSignal): unknown {
    const owner = this.#exposed.get(on);
    if (owner === undefined || !Object.hasOwn(owner, name)) {
      throw new CountersignError('port-data', `The other side of the port asked for '${name}', which is gone.`);
    }
    return owner[name]?.(given, signal);
  }
}

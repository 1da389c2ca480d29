import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { ModelMessage, ToolCallPart } from 'ai';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/** The key in a call's options that stores the provider's own id. It is removed before a request. */
const ownOptions = 'countersign';

/** Leaves room for `_` and a number of seven digits. */
const stemLength = 56;
/** For a run within another: leaves the same room again, so that a stem keeps the number in it. */
const innerLength = 48;

interface OpenCall {
  readonly id: string;
  readonly toolName: string;
}

/** A call that the provider runs, and the response that started it. */
interface RunningCall extends OpenCall {
  readonly response: number;
}

/**
 * Assigns every call an id that is unique in the conversation and accepted by every provider. Models repeat ids, leave
 * them empty, or send hostile
 * ones; answers are matched by id, so no two calls may share one. One object serves a whole run.
 */
export class CallIds {
  readonly #outer: CallIds | undefined;
  readonly #provider: string;
  #historyLength = 0;
  readonly #taken: Set<string>;
  /** The highest number used for each stem: many calls of one name must not each count from 2. */
  readonly #counts: Map<string, number>;
  /** The ids by which the provider knows the calls of this conversation. Each stands for one call, like ours. */
  readonly #wire: Set<string> = new Set();
  /** The ids taken by the current response. */
  #claimed: string[] = [];
  /** The provider's id by our id, if they differ. */
  readonly #own: Map<string, string> = new Map();
  /** By the provider's id: calls that the model is writing. */
  readonly #writing: Map<string, OpenCall[]> = new Map();
  /**
   * By the provider's id: calls that the provider runs and has not finished. It may finish them in a later response.
   */
  readonly #running: Map<string, RunningCall[]> = new Map();
  #responses = 0;

  /**
   * A run within another shares the taken ids, because people answer the calls of both by id. No later run can learn
   * the ids of inner calls from a
   * history, so they contain the length of the current one, which differs from run to run.
   */
  constructor(outer?: CallIds, provider = '') {
    this.#outer = outer;
    this.#provider = provider;
    this.#taken = outer === undefined ? new Set() : outer.#taken;
    this.#counts = outer === undefined ? new Map() : outer.#counts;
  }

  /** Registers the ids of a history, and the calls that its provider has not finished. */
  addHistory(messages: readonly ModelMessage[]): void {
    this.#historyLength = this.#outer === undefined ? messages.length : this.#outer.#historyLength;
    this.addMessages(messages);
  }

  /** Starts another run of the same conversation. The registered history stays. */
  nextRun(history: readonly ModelMessage[]): void {
    this.#historyLength = history.length;
  }

  /** Registers the ids of messages that an earlier activation of the run added. */
  addMessages(messages: readonly ModelMessage[]): void {
    for (const message of messages) {
      if (message.role !== 'assistant' || typeof message.content === 'string') continue;
      for (const part of message.content) {
        if (part.type === 'tool-result') this.endProviderCall(part.toolCallId);
        if (part.type !== 'tool-call') continue;
        const { toolCallId: id, toolName } = part;
        const isKnown = this.#taken.has(id);
        this.#taken.add(id);
        const own = ownIdOf(part, this.#provider) ?? id;
        this.#wire.add(own);
        if (part.providerExecuted === true && !isKnown) push(this.#running, own, { id, toolName, response: 0 });
      }
    }
  }

  /** Returns the provider's id of a call as an option of the call, or nothing if it is the same as ours. */
  ownId(id: string): SharedV4ProviderMetadata | undefined {
    const own = this.#own.get(id);
    return own === undefined ? undefined : { [ownOptions]: { toolCallId: own, provider: this.#provider } };
  }

  /** Registers a call that the model starts to write. */
  begin(providerId: string, toolName: string): string {
    const id = this.#claim(providerId);
    push(this.#writing, providerId, { id, toolName });
    return id;
  }

  /** Returns our id of the call that is being written under this id of the provider. */
  writing(providerId: string): string | undefined {
    return this.#writing.get(providerId)?.at(-1)?.id;
  }

  /** Completes a call for the client. Returns the id that it started with, or a new one. */
  complete(providerId: string, toolName: string): string {
    return take(this.#writing, providerId, (call) => call.toolName === toolName)?.id ?? this.#claim(providerId);
  }

  /**
   * Completes a call that the provider runs. If that call is known and still running, this is an update and not another
   * call.
   */
  completeProviderCall(providerId: string, toolName: string): string {
    const started = take(this.#writing, providerId, (call) => call.toolName === toolName);
    const known = started ?? this.#running.get(providerId)?.find((call) => call.toolName === toolName);
    const id = known?.id ?? this.#claim(providerId);
    if (known === undefined || known === started)
      push(this.#running, providerId, { id, toolName, response: this.#responses });
    return id;
  }

  /** Returns our id of the call that the provider runs under this id. */
  providerCall(providerId: string): string | undefined {
    return this.#find(providerId)?.call.id;
  }

  /** Returns our id of that call and marks it as finished. */
  endProviderCall(providerId: string): string | undefined {
    const found = this.#find(providerId);
    return found === undefined ? undefined : take(this.#running, found.key, (call) => call === found.call)?.id;
  }

  /**
   * Finds the running call that a provider means. It names a call of the same response by its own id, and an earlier
   * one by ours if it reads the
   * conversation in the prompt, or by its own if it stores it.
   */
  #find(providerId: string): { readonly key: string; readonly call: RunningCall } | undefined {
    const all = [...this.#running].flatMap(([key, calls]) => calls.map((call) => ({ key, call })));
    const own = all.filter(({ key }) => key === providerId);
    return (
      own.find(({ call }) => call.response === this.#responses) ??
      all.find(({ call }) => call.id === providerId) ??
      own[0]
    );
  }

  /** Removes the calls that a response started and never completed. Returns their ids and names. */
  dropWriting(): readonly OpenCall[] {
    const open = [...this.#writing.values()].flat();
    this.#writing.clear();
    return open;
  }

  /** Starts a response. Returns a function that rolls it back if the response is cut off. */
  startResponse(): () => void {
    this.#responses += 1;
    const before = new Map([...this.#running].map(([providerId, calls]) => [providerId, [...calls]]));
    const claimed: string[] = [];
    this.#claimed = claimed;
    return () => {
      // A provider that gets the request again may well repeat its ids.
      for (const own of claimed) this.#wire.delete(own);
      this.#running.clear();
      for (const [providerId, calls] of before) this.#running.set(providerId, calls);
    };
  }

  #claim(providerId: string): string {
    // A name that every object inherits (`__proto__`, `constructor`) would find something in a record of answers.
    const given = wellFormed.test(providerId) && !(providerId in {}) ? providerId : 'call';
    const base = this.#outer === undefined ? given : `${given.slice(0, innerLength)}_${this.#historyLength}`;
    const isUsed = (candidate: string): boolean => this.#taken.has(candidate) || this.#wire.has(candidate);
    let id = base;
    if (isUsed(id)) {
      const stem = base.slice(0, stemLength);
      let count = this.#counts.get(stem) ?? 1;
      do id = `${stem}_${++count}`;
      while (isUsed(id));
      this.#counts.set(stem, count);
    }
    this.#taken.add(id);
    // The provider needs its own id back, however odd it is, unless it already stands for another call.
    const own = providerId === '' || this.#wire.has(providerId) ? id : providerId;
    this.#wire.add(own);
    this.#claimed.push(own);
    if (own !== id) this.#own.set(id, own);
    return id;
  }
}

/**
 * Returns this provider's id of a call of the history; `undefined` if it is the call's id. A provider might refuse
 * another provider's ids.
 */
export function ownIdOf({ providerOptions }: Pick<ToolCallPart, 'providerOptions'>, of: string): string | undefined {
  const { toolCallId, provider } = providerOptions?.[ownOptions] ?? {};
  return typeof toolCallId === 'string' && provider === of ? toolCallId : undefined;
}

/** Returns a part of the history without the options that are stored for us. */
export function withoutOwnId<PART extends { readonly providerOptions?: ToolCallPart['providerOptions'] }>(
  part: PART,
): PART {
  if (part.providerOptions?.[ownOptions] === undefined) return part;
  const {
    providerOptions: { [ownOptions]: _, ...options },
    ...rest
  } = part;
  return (Object.keys(options).length === 0 ? rest : { ...rest, providerOptions: options }) as PART; // Only one option was removed.
}

function push<CALL extends OpenCall>(calls: Map<string, CALL[]>, providerId: string, call: CALL): void {
  const list = calls.get(providerId);
  if (list === undefined) calls.set(providerId, [call]);
  else list.push(call);
}

function take<CALL extends OpenCall>(
  calls: Map<string, CALL[]>,
  providerId: string,
  isWanted: (call: CALL) => boolean,
): CALL | undefined {
  const list = calls.get(providerId);
  const index = list?.findIndex(isWanted) ?? -1;
  if (list === undefined || index < 0) return undefined;
  const [call] = list.splice(index, 1);
  if (list.length === 0) calls.delete(providerId);
  return call;
}

import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { ModelMessage, ToolCallPart } from 'ai';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/** Under our own name, what a call's options keep of its provider's id. No provider sees it. */
const ownOptions = 'countersign';

/** Leaves room for `_` and a number of seven digits. */
const stemLength = 56;
/** In a run within another: leaves as much room again, so that a stem keeps the number in it. */
const innerLength = 48;

interface OpenCall {
  readonly id: string;
  readonly toolName: string;
}

/** A call that the provider runs, and the response that began it. */
interface RunningCall extends OpenCall {
  readonly response: number;
}

/**
 * Gives every call an id that no other call of the conversation has, and that every provider accepts. Models repeat ids,
 * leave them empty, or send hostile ones; answers are found by id, so none may be shared. One object serves a whole run.
 */
export class CallIds {
  readonly #outer: CallIds | undefined;
  readonly #provider: string;
  #historyLength = 0;
  readonly #taken: Set<string>;
  /** How far a stem was counted: many calls of one name must not each count from 2. */
  readonly #counts: Map<string, number>;
  /** The ids by which the provider knows the calls of this conversation: each stands for one, as each of ours does. */
  readonly #wire: Set<string> = new Set();
  /** Those of the response at hand. */
  #claimed: string[] = [];
  /** By our id: that of the provider, where it differs. */
  readonly #own: Map<string, string> = new Map();
  /** By the provider's id: calls that the model still writes. */
  readonly #writing: Map<string, OpenCall[]> = new Map();
  /** By the provider's id: calls that the provider runs and has not ended. It may do so in a later response. */
  readonly #running: Map<string, RunningCall[]> = new Map();
  #responses = 0;

  /**
   * A run within another shares what is taken: people answer the calls of both by id. Its calls stand in no history from which
   * a later run could learn their ids, so that they carry the length of the one at hand: it differs from run to run.
   */
  constructor(outer?: CallIds, provider = '') {
    this.#outer = outer;
    this.#provider = provider;
    this.#taken = outer === undefined ? new Set() : outer.#taken;
    this.#counts = outer === undefined ? new Map() : outer.#counts;
  }

  /** Takes note of the ids in a history, and of the calls that its provider has still to end. */
  addHistory(messages: readonly ModelMessage[]): void {
    this.#historyLength = this.#outer === undefined ? messages.length : this.#outer.#historyLength;
    this.addMessages(messages);
  }

  /** A further run of the same conversation begins: what is known of its history stays. */
  nextRun(history: readonly ModelMessage[]): void {
    this.#historyLength = history.length;
  }

  /** The same for what an earlier life of the run has added to it: its ids are taken. */
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

  /** What the provider calls a call of ours, as an option of the call; nothing where that is the same. */
  ownId(id: string): SharedV4ProviderMetadata | undefined {
    const own = this.#own.get(id);
    return own === undefined ? undefined : { [ownOptions]: { toolCallId: own, provider: this.#provider } };
  }

  /** The model begins to write a call. */
  begin(providerId: string, toolName: string): string {
    const id = this.#claim(providerId);
    push(this.#writing, providerId, { id, toolName });
    return id;
  }

  /** The id of the call that is being written under this id of the provider. */
  writing(providerId: string): string | undefined {
    return this.#writing.get(providerId)?.at(-1)?.id;
  }

  /** A call for the client is complete: the id that it began with, or a new one. */
  complete(providerId: string, toolName: string): string {
    return take(this.#writing, providerId, (call) => call.toolName === toolName)?.id ?? this.#claim(providerId);
  }

  /** The same for a call that the provider runs. Where that call is known and still runs, this is more about it, not another. */
  completeProviderCall(providerId: string, toolName: string): string {
    const begun = take(this.#writing, providerId, (call) => call.toolName === toolName);
    const known = begun ?? this.#running.get(providerId)?.find((call) => call.toolName === toolName);
    const id = known?.id ?? this.#claim(providerId);
    if (known === undefined || known === begun)
      push(this.#running, providerId, { id, toolName, response: this.#responses });
    return id;
  }

  /** The call that the provider runs under this id. */
  providerCall(providerId: string): string | undefined {
    return this.#find(providerId)?.call.id;
  }

  /** The same, and it has ended. */
  endProviderCall(providerId: string): string | undefined {
    const found = this.#find(providerId);
    return found === undefined ? undefined : take(this.#running, found.key, (call) => call === found.call)?.id;
  }

  /**
   * The running call that a provider means. It speaks of one in the same response by its own id; of an earlier one by ours where
   * it reads the conversation in the prompt, or by its own where it keeps it.
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

  /** Forgets the calls that a response began and never completed; gives their ids and names. */
  dropWriting(): readonly OpenCall[] {
    const open = [...this.#writing.values()].flat();
    this.#writing.clear();
    return open;
  }

  /** A response begins. Gives what to call if it breaks off: what it began and ended at the provider is void then. */
  startResponse(): () => void {
    this.#responses += 1;
    const before = new Map([...this.#running].map(([providerId, calls]) => [providerId, [...calls]]));
    const claimed: string[] = [];
    this.#claimed = claimed;
    return () => {
      // A provider that is asked again may well say its ids again.
      for (const own of claimed) this.#wire.delete(own);
      this.#running.clear();
      for (const [providerId, calls] of before) this.#running.set(providerId, calls);
    };
  }

  #claim(providerId: string): string {
    // Names that every object has (`__proto__`, `constructor`) would find something inherited in a record of answers.
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
    // Its own id means something to a provider, be it ever so odd: unless it stands for another call already.
    const own = providerId === '' || this.#wire.has(providerId) ? id : providerId;
    this.#wire.add(own);
    this.#claimed.push(own);
    if (own !== id) this.#own.set(id, own);
    return id;
  }
}

/** What this provider calls a call of the history; `undefined` where that is the call's id. Another's ids it might refuse. */
export function ownIdOf({ providerOptions }: Pick<ToolCallPart, 'providerOptions'>, of: string): string | undefined {
  const { toolCallId, provider } = providerOptions?.[ownOptions] ?? {};
  return typeof toolCallId === 'string' && provider === of ? toolCallId : undefined;
}

/** A part of the history as its provider gets it: without what is kept for us. */
export function withoutOwnId<PART extends { readonly providerOptions?: ToolCallPart['providerOptions'] }>(
  part: PART,
): PART {
  if (part.providerOptions?.[ownOptions] === undefined) return part;
  const {
    providerOptions: { [ownOptions]: _, ...options },
    ...rest
  } = part;
  return (Object.keys(options).length === 0 ? rest : { ...rest, providerOptions: options }) as PART; // all but one option
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

import type { ApprovalAnswer } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { defaultDenial, toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { Issue } from '../../protocol/signals.js';
import type { Grant, GrantAnswer, GrantedCall } from '../grants/grant.js';
import type { GrantRequest, Remember } from '../grants/remember.js';
import { secretTexts } from '../redaction/call-secrets.js';
import type { DecideOptions } from './decision.js';
import type { ItemAnswer, PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** What is remembered: the part of `Grants` that answers. */
export interface Ledger {
  /** Those that are alive, oldest first. The same list until it changes. */
  list(): readonly Grant[];
  /**
   * Remembers a decision. Holds at once, whether or not it can be saved; the same decision again gives the grant there is.
   *
   * @throws UserError `grant-does-not-cover`, `grant-not-savable`, `grant-expired`, or `duplicate-id` for an id in use.
   */
  add(request: GrantRequest): Promise<Grant>;
  /** Takes a grant back: from here on, it answers nothing. `false`: there is none with this id. */
  revoke(id: string): boolean;
  /** What the grants say about a call. Nothing: a person has to say. */
  find(call: GrantedCall): Promise<GrantAnswer | undefined>;
  /** Calls back after each change of the list or of `problem`; gives a function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** A decision about a call that is to be remembered. */
export interface Remembering {
  readonly batch: WaitingBatch;
  readonly item: PendingItem;
  readonly answer: ItemAnswer;
  readonly remember: Remember;
  readonly by: DecideOptions['by'];
}

/** An answer that was remembered, and which grants it rests on. */
export interface Remembered {
  readonly answer: ApprovalAnswer;
  readonly by: Extract<DecidedBy, { type: 'grant' }>;
}

/** What a desk needs of its broker. */
export interface DeskOptions {
  /** What waits. */
  readonly batches: ReadonlyMap<WaitingBatch, unknown>;
  readonly decide: (batch: WaitingBatch, item: PendingItem, remembered: Remembered) => void;
}

/** Where a broker meets a ledger. It comes with the ledger, so that an app without grants does not load it. */
export interface GrantDesk {
  /** A batch begins to wait: what is remembered answers it, now and whenever something is remembered. */
  begin(batch: WaitingBatch): void;
  /** Nothing waits any more. */
  end(): void;
  /** Answers all that waits by what is remembered. */
  answer(): Promise<void>;
  /**
   * Remembers a decision about this very call, as it was edited.
   *
   * @returns what is wrong with it; or a function that takes it back.
   * @throws UserError when the decision is neither a yes nor a no to an approval.
   */
  remember(remembering: Remembering): Promise<readonly Issue[] | (() => void)>;
}

/** Whether none of these grants was revoked while the ledger was asked. */
export function areAlive(grants: Pick<Ledger, 'list'>, grantIds: readonly string[]): boolean {
  const alive = new Set(grants.list().map(({ id }) => id));
  return grantIds.every((id) => alive.has(id));
}

/** Lets a ledger answer what waits in a broker, and enters what people want to be remembered. */
export class LedgerDesk implements GrantDesk {
  readonly #grants: Ledger;
  readonly #options: DeskOptions;
  /** The grants that were asked about a batch's calls already. */
  readonly #known: WeakMap<WaitingBatch, ReadonlySet<string>> = new WeakMap();
  /** How many decisions are being remembered right now: they count only once they are accepted. */
  #remembering = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(grants: Ledger, options: DeskOptions) {
    this.#grants = grants;
    this.#options = options;
  }

  begin(batch: WaitingBatch): void {
    const list = this.#grants.list();
    // In a later round a call is a new question, for a person: what was remembered before has had its say.
    this.#known.set(batch, new Set(batch.request.round > 1 ? list.map(({ id }) => id) : []));
    this.#unsubscribe ??= this.#grants.subscribe(() => void this.answer());
    if (list.length > 0) void this.#answerIn([batch]);
  }

  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  async answer(): Promise<void> {
    await this.#answerIn(this.#options.batches.keys());
  }

  async remember(remembering: Remembering): Promise<readonly Issue[] | (() => void)> {
    this.#remembering += 1;
    try {
      return await enter(this.#grants, remembering);
    } finally {
      this.#remembering -= 1;
    }
  }

  async #answerIn(batches: Iterable<WaitingBatch>): Promise<void> {
    // A grant that comes with a decision has to wait until that is accepted.
    if (this.#remembering > 0) return;
    const open = [...batches].flatMap((batch) =>
      [...batch.items].flatMap((item) =>
        item.kind === 'approval' && item.state.status === 'waiting' ? [{ batch, item }] : [],
      ),
    );
    await Promise.all(
      open.map(async ({ batch, item }) => {
        const said = await this.#ask(batch, item).catch(() => undefined);
        if (said !== undefined && areAlive(this.#grants, said.by.grantIds)) this.#options.decide(batch, item, said);
      }),
    );
  }

  /** What the grants answer to a call that waits; `undefined`: a person has to say. */
  async #ask(batch: WaitingBatch, item: PendingItem): Promise<Remembered | undefined> {
    const found = await this.#grants.find(await toGrantedCall(batch, item));
    const known = this.#known.get(batch);
    if (found === undefined || found.grants.every(({ id }) => known?.has(id))) return undefined;
    const by = { type: 'grant', grantIds: found.grants.map(({ id }) => id) } as const;
    return { answer: found.effect === 'approve' ? toolApproved() : toolDenied(found.message), by };
  }
}

async function enter(
  grants: Ledger,
  { batch, item, answer, remember, by }: Remembering,
): Promise<readonly Issue[] | (() => void)> {
  const { call } = item;
  if (answer === 'defer' || (answer.kind !== 'tool-approved' && answer.kind !== 'tool-denied')) {
    throw new UserError(
      'remember-answer',
      `The answer to '${call.toolCallId}' cannot be remembered: only a yes or a no to an approval can. Nothing was decided. Leave \`remember\` out.`,
    );
  }
  const isYes = answer.kind === 'tool-approved';
  const before = grants.list();
  try {
    const granted = await toGrantedCall(batch, item, isYes ? answer.overrideArgs : undefined);
    const { id } = await grants.add({
      effect: isYes ? 'approve' : 'deny',
      remember,
      call: { ...granted, toolCallId: call.toolCallId },
      secrets: [call.input, call.willRunAs, granted.input].flatMap((input) =>
        secretTexts(input, { refine: () => call.redactions ?? {} }),
      ),
      ...(by?.type === 'person' && by.name !== undefined ? { by: by.name } : {}),
      ...(isYes || answer.message === defaultDenial ? {} : { message: answer.message }),
    });
    return () => void (before.some((grant) => grant.id === id) || grants.revoke(id));
  } catch (error) {
    if (!UserError.isInstance(error)) throw error;
    return [{ path: [], message: error.message }];
  }
}

async function toGrantedCall(
  { request }: WaitingBatch,
  { call }: PendingItem,
  input?: JSONValue,
): Promise<GrantedCall> {
  const { toolName, toolCallId, asksFor, capabilities = [] } = call;
  const own = { toolName, input: input ?? call.input, capabilities: asksFor ?? capabilities, annotations: {} };
  const { agentPath, runId } = request;
  return { ...own, agentPath, ...(await request.policyCall?.(toolCallId, input)), runId };
}

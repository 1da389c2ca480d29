import type { ApprovalAnswer } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { defaultDenial, toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { Issue } from '../../protocol/signals.js';
import type { GrantedCall } from '../grants/grant.js';
import { areAlive, type Grants } from '../grants/grants.js';
import type { Remember } from '../grants/remember.js';
import type { DecideOptions } from './decision.js';
import type { ItemAnswer, PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

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

/** What was remembered with a decision. */
export interface Granting {
  /** The grant that was added; `undefined`: there was such a one already, which stays. */
  readonly grantId: string | undefined;
  /** Takes it back. */
  readonly revoke: () => void;
}

/** What a desk needs of its broker. */
export interface DeskOptions {
  /** What waits. */
  readonly batches: ReadonlyMap<WaitingBatch, unknown>;
  readonly decide: (batch: WaitingBatch, item: PendingItem, remembered: Remembered) => void;
}

const remembersNothing =
  'This conversation remembers nothing, so the decision was not taken. Pass `grants: createGrants()`, or leave `remember` out.';

const takesPeople =
  'A rule asks for several people about this call, so that no yes of one of them can be remembered. Leave `remember` out.';

/** Where a broker meets the grants: lets them answer what waits, and enters what people want to be remembered. */
export class GrantDesk {
  readonly #grants: Grants | undefined;
  readonly #options: DeskOptions;
  /** The grants that were asked about a batch's calls already. */
  readonly #known: WeakMap<WaitingBatch, ReadonlySet<string>> = new WeakMap();
  /** How many decisions are being remembered right now: they count only once they are accepted. */
  #remembering = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(grants: Grants | undefined, options: DeskOptions) {
    this.#grants = grants;
    this.#options = options;
  }

  /** A batch begins to wait: what is remembered answers it, now and whenever something is remembered. */
  begin(batch: WaitingBatch): void {
    if (this.#grants === undefined) return;
    const list = this.#grants.list();
    // In a later round a call is a new question, for a person: what was remembered before has had its say.
    this.#known.set(batch, new Set(batch.request.round > 1 ? list.map(({ id }) => id) : []));
    this.#unsubscribe ??= this.#grants.subscribe(() => void this.answer());
    if (list.length > 0) void this.#answerIn([batch]);
  }

  /** Nothing waits any more. */
  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Answers all that waits by what is remembered. */
  async answer(): Promise<void> {
    await this.#answerIn(this.#options.batches.keys());
  }

  /**
   * Remembers a decision about this very call, as it was edited.
   *
   * @returns what is wrong with it; or what was granted.
   * @throws UserError when the decision is neither a yes nor a no to an approval.
   */
  async remember(remembering: Remembering): Promise<readonly Issue[] | Granting> {
    if (this.#grants === undefined) return [{ path: [], message: remembersNothing }];
    this.#remembering += 1;
    try {
      return await addGrant(this.#grants, remembering);
    } finally {
      this.#remembering -= 1;
    }
  }

  async #answerIn(batches: Iterable<WaitingBatch>): Promise<void> {
    // A grant that comes with a decision has to wait until that is accepted.
    const grants = this.#grants;
    if (this.#remembering > 0 || grants === undefined) return;
    const open = [...batches].flatMap((batch) =>
      [...batch.items].flatMap((item) =>
        item.kind === 'approval' && item.state.status === 'waiting' && item.call.needs === undefined
          ? [{ batch, item }]
          : [],
      ),
    );
    await Promise.all(
      open.map(async ({ batch, item }) => {
        const said = await this.#ask(grants, batch, item).catch(() => undefined);
        if (said !== undefined && areAlive(grants, said.by.grantIds)) this.#options.decide(batch, item, said);
      }),
    );
  }

  /** What the grants answer to a call that waits; `undefined`: a person has to say. */
  async #ask(grants: Grants, batch: WaitingBatch, item: PendingItem): Promise<Remembered | undefined> {
    const found = await grants.find(await toGrantedCall(batch, item));
    const known = this.#known.get(batch);
    if (found === undefined || found.grants.every(({ id }) => known?.has(id))) return undefined;
    const by = { type: 'grant', grantIds: found.grants.map(({ id }) => id) } as const;
    return { answer: found.effect === 'allow' ? toolApproved() : toolDenied(found.message), by };
  }
}

async function addGrant(
  grants: Grants,
  { batch, item, answer, remember, by }: Remembering,
): Promise<readonly Issue[] | Granting> {
  const { call } = item;
  if (answer === 'defer' || (answer.kind !== 'tool-approved' && answer.kind !== 'tool-denied')) {
    throw new UserError(
      'remember-answer',
      `The answer to '${call.toolCallId}' cannot be remembered: only a yes or a no to an approval can. Nothing was decided. Leave \`remember\` out.`,
    );
  }
  const isYes = answer.kind === 'tool-approved';
  if (isYes && call.needs !== undefined) return [{ path: [], message: takesPeople }];
  const before = grants.list();
  try {
    const granted = await toGrantedCall(batch, item, isYes ? answer.overrideArgs : undefined);
    const { id } = await grants.add({
      effect: isYes ? 'allow' : 'deny',
      remember,
      call: { ...granted, toolCallId: call.toolCallId },
      asked: call,
      ...(by?.type === 'person' ? given({ by: by.name ?? by.id }) : {}),
      ...(isYes || answer.message === defaultDenial ? {} : { message: answer.message }),
    });
    if (before.some((grant) => grant.id === id)) return { grantId: undefined, revoke: () => {} };
    return { grantId: id, revoke: () => void grants.revoke(id) };
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
  const { toolName, toolCallId, asksFor, capabilities = [], definition } = call;
  const bare = { toolName, input: input ?? call.input, capabilities: asksFor ?? capabilities, annotations: {} };
  const own = { ...bare, ...given({ definition }) };
  const { agentPath, runId } = request;
  return { ...own, agentPath, ...(await request.policyCall?.(toolCallId, input)), runId };
}

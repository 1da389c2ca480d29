import { UserError } from '../../protocol/errors.js';
import type { JSONValue } from '../../protocol/json.js';
import { defaultDenial, toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { Issue } from '../../protocol/signals.js';
import type { GrantedCall } from '../grants/grant.js';
import { secretTexts } from '../redaction/call-secrets.js';
import { areAlive } from './are-alive.js';
import type { DeskOptions, GrantDesk, Ledger, Remembered, Remembering } from './grant-desk.js';
import type { PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

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
        item.kind === 'approval' && item.state.status === 'open' ? [{ batch, item }] : [],
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

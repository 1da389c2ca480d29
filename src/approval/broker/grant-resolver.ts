import type { ApprovalAnswer } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { defaultDenial, toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { Issue } from '../../protocol/signals.js';
import type { GrantedCall } from '../grants/grant.js';
import { areAlive, type Grants } from '../grants/grants.js';
import type { Remember } from '../grants/remember.js';
import type { AskRequest } from './ask.js';
import type { Batch } from './batch.js';
import type { DecideOptions } from './decision.js';
import type { ItemAnswer, PendingItem } from './pending.js';

/** A batch whose calls grants may answer. */
export interface GrantableBatch {
  readonly batch: Batch;
}

/** A decision about a call that is to be remembered. */
export interface Remembering {
  readonly request: AskRequest;
  readonly item: PendingItem;
  readonly answer: ItemAnswer;
  readonly remember: Remember;
  readonly by: DecideOptions['by'];
}

/** The answer of grants to a call. */
export interface GrantAnswer {
  readonly answer: ApprovalAnswer;
  readonly by: Extract<DecidedBy, { type: 'grant' }>;
}

/** The grant that was added with a decision (`undefined`: an existing one covers it), or the reason why none was. */
export type GrantResult = { readonly issues: readonly Issue[] } | { readonly grantId: string | undefined };

/** Connects the grants to a broker. */
export interface GrantResolverOptions<BATCH extends GrantableBatch> {
  readonly batches: ReadonlySet<BATCH>;
  readonly decide: (batch: BATCH, toolCallId: string, answer: GrantAnswer) => void;
}

const remembersNothing =
  'This conversation remembers nothing, so the decision was not taken. Pass `grants: createGrants()`, or leave `remember` out.';

const takesPeople =
  'A rule asks for several people about this call, so that no yes of one of them can be remembered. Leave `remember` out.';

/** Lets grants answer the calls that wait, and adds the grants that people want. */
export class GrantResolver<BATCH extends GrantableBatch> {
  readonly #grants: Grants | undefined;
  readonly #options: GrantResolverOptions<BATCH>;
  /** The grants that were asked about a batch's calls already. */
  readonly #known: WeakMap<BATCH, ReadonlySet<string>> = new WeakMap();
  /** While grants change together with a decision, they answer nothing: they count once it does. */
  #changing = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(grants: Grants | undefined, options: GrantResolverOptions<BATCH>) {
    this.#grants = grants;
    this.#options = options;
  }

  /** Answers the calls of a new batch, and subscribes to new grants. */
  begin(batch: BATCH, round: number): void {
    if (this.#grants === undefined) return;
    const list = this.#grants.list();
    // In a later round a call is a new question for a person: only grants that are added from now on answer it.
    this.#known.set(batch, new Set(round > 1 ? list.map(({ id }) => id) : []));
    this.#unsubscribe ??= this.#grants.subscribe(() => void this.answer());
    if (list.length > 0) void this.answer([batch]);
  }

  /** No batch waits any more. */
  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /**
   * Adds a grant for a decision about a call, as it was edited.
   *
   * @throws UserError when the decision neither approves nor denies.
   */
  async remember(remembering: Remembering): Promise<GrantResult> {
    if (this.#grants === undefined) return { issues: [{ path: [], message: remembersNothing }] };
    this.#changing += 1;
    try {
      return await addGrant(this.#grants, remembering);
    } finally {
      this.#changing -= 1;
    }
  }

  revoke(grantId: string): void {
    this.#changing += 1;
    this.#grants?.revoke(grantId);
    this.#changing -= 1;
  }

  /** Lets the grants answer all approvals that wait. */
  async answer(batches: Iterable<BATCH> = this.#options.batches): Promise<void> {
    const grants = this.#grants;
    if (this.#changing > 0 || grants === undefined) return;
    const asked = [...batches].flatMap((entry) => {
      const { batch } = entry;
      if (batch.status === 'closed') return [];
      const items = batch.calls.list().map(({ item }) => item);
      return items
        .filter(
          ({ kind, state, call }) => kind === 'approval' && state.status === 'waiting' && call.needs === undefined,
        )
        .map(async (item) => {
          const found = await toGrantedCall(batch.request, item)
            .then((call) => grants.find(call))
            .catch(() => undefined);
          const grantIds = found?.grants.map(({ id }) => id) ?? [];
          const isNew = grantIds.some((id) => this.#known.get(entry)?.has(id) !== true);
          if (found === undefined || !isNew || !areAlive(grants, grantIds)) return;
          const answer = found.effect === 'allow' ? toolApproved() : toolDenied(found.message);
          this.#options.decide(entry, item.call.toolCallId, { answer, by: { type: 'grant', grantIds } });
        });
    });
    await Promise.all(asked);
  }
}

async function addGrant(grants: Grants, { request, item, answer, remember, by }: Remembering): Promise<GrantResult> {
  const { call } = item;
  if (answer === 'defer' || (answer.kind !== 'tool-approved' && answer.kind !== 'tool-denied')) {
    throw new UserError(
      'remember-answer',
      `The answer to '${call.toolCallId}' cannot be remembered: only an approval or a denial can. Nothing was decided. Omit \`remember\`.`,
    );
  }
  const isYes = answer.kind === 'tool-approved';
  if (isYes && call.needs !== undefined) return { issues: [{ path: [], message: takesPeople }] };
  const before = grants.list();
  try {
    const granted = await toGrantedCall(request, item, isYes ? answer.overrideArgs : undefined);
    const { id } = await grants.add({
      effect: isYes ? 'allow' : 'deny',
      remember,
      call: { ...granted, toolCallId: call.toolCallId },
      asked: call,
      ...(by?.type === 'person' ? definedProps({ by: by.name ?? by.id }) : {}),
      ...(isYes || answer.message === defaultDenial ? {} : { message: answer.message }),
    });
    return { grantId: before.some((grant) => grant.id === id) ? undefined : id };
  } catch (error) {
    if (!UserError.isInstance(error)) throw error;
    return { issues: [{ path: [], message: error.message }] };
  }
}

async function toGrantedCall(request: AskRequest, { call }: PendingItem, input?: JSONValue): Promise<GrantedCall> {
  const { toolName, toolCallId, asksFor, capabilities = [], definition, origin } = call;
  const bare = { toolName, input: input ?? call.input, capabilities: asksFor ?? capabilities, annotations: {} };
  const own = { ...bare, ...definedProps({ definition, origin }) };
  const { agentPath, runId } = request;
  return { ...own, agentPath, ...(await request.policyCall?.(toolCallId, input)), runId };
}

import type { ApprovalAnswer } from '../protocol/answers.js';
import type { DecidedBy } from '../protocol/decided-by.js';
import { UserError } from '../protocol/errors.js';
import type { JSONValue } from '../protocol/json.js';
import { defaultDenial, toolApproved, toolDenied } from '../protocol/make-answer.js';
import type { Issue } from '../protocol/signals.js';
import type { AskRequest } from './ask.js';
import type { DecideOptions } from './decision.js';
import type { GrantedCall } from './grant.js';
import type { Grants } from './grants.js';
import type { ItemAnswer, PendingItem } from './pending.js';
import type { Remember } from './remember.js';
import type { WaitingBatch } from './waiting-batch.js';

/** A decision about a call that is to be remembered. */
export interface Remembering {
  readonly request: AskRequest;
  readonly item: PendingItem;
  readonly answer: ItemAnswer;
  readonly remember: Remember;
  readonly by: DecideOptions['by'];
}

/**
 * Remembers a decision about this very call, as it was edited.
 *
 * @returns what is wrong with it; or a function that takes it back.
 * @throws UserError when the decision is neither a yes nor a no to an approval.
 */
export async function rememberDecision(
  grants: Grants,
  { request, item, answer, remember, by }: Remembering,
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
    const granted = await toGrantedCall(request, item, isYes ? answer.overrideArgs : undefined);
    const { id } = await grants.add({
      effect: isYes ? 'approve' : 'deny',
      remember,
      call: { ...granted, toolCallId: call.toolCallId },
      ...(by?.type === 'person' && by.name !== undefined ? { by: by.name } : {}),
      ...(isYes || answer.message === defaultDenial ? {} : { message: answer.message }),
    });
    return () => void (before.some((grant) => grant.id === id) || grants.revoke(id));
  } catch (error) {
    if (!UserError.isInstance(error)) throw error;
    return [{ path: [], message: error.message }];
  }
}

/** An answer that was remembered, and which grants it rests on. */
interface Remembered {
  readonly answer: ApprovalAnswer;
  readonly by: Extract<DecidedBy, { type: 'grant' }>;
}

/** What the grants answer to a call that waits; `undefined`: a person has to say. */
export async function askLedger(
  grants: Grants,
  { request, known }: WaitingBatch,
  item: PendingItem,
): Promise<Remembered | undefined> {
  const found = await grants.find(await toGrantedCall(request, item));
  if (found === undefined || found.grants.every(({ id }) => known.has(id))) return undefined;
  const by = { type: 'grant', grantIds: found.grants.map(({ id }) => id) } as const;
  return { answer: found.effect === 'approve' ? toolApproved() : toolDenied(found.message), by };
}

/** Whether none of these grants was revoked while the ledger was asked. */
export function areAlive(grants: Grants, grantIds: readonly string[]): boolean {
  const alive = new Set(grants.list().map(({ id }) => id));
  return grantIds.every((id) => alive.has(id));
}

async function toGrantedCall(request: AskRequest, { call }: PendingItem, input?: JSONValue): Promise<GrantedCall> {
  const { toolName, toolCallId, asksFor, capabilities = [] } = call;
  const own = { toolName, input: input ?? call.input, capabilities: asksFor ?? capabilities, annotations: {} };
  const { agentPath, runId } = request;
  return { ...own, agentPath, ...(await request.policyCall?.(toolCallId, input)), runId };
}

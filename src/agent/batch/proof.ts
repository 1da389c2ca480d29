import { canonicalJson, digestCall, digestOf } from '../../approval/grants/digest.js';
import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredCall, DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { EffectiveInput } from '../../protocol/effective-input.js';

/**
 * A batch that leaves the page's memory, each call with its digest. Within the page the frozen object is the proof; a
 * page on plain http has no WebCrypto, and gives none.
 */
export async function withDigests(requests: DeferredToolRequests): Promise<DeferredToolRequests> {
  const add = async (call: DeferredCall): Promise<DeferredCall> =>
    call.digest === undefined ? { ...call, ...(await digestOf(call)) } : call;
  const [calls, approvals] = await Promise.all(
    [requests.calls, requests.approvals].map((all) => Promise.all(all.map(add))),
  );
  return deepFreeze({ ...requests, calls: calls ?? [], approvals: approvals ?? [] });
}

/**
 * Checks that a stored call is still the one that the person saw: the digest in the answer and the input in the stored
 * batch must both match. A digest alone proves nothing if the storage changed the input beside it.
 *
 * @throws UserError when the call has changed, or when this cannot be checked.
 */
export async function checkStoredCall(
  call: DeferredCall,
  { digests = {} }: DeferredToolResults,
  stored: DeferredToolRequests | undefined,
): Promise<void> {
  if (!isSameAs(call, stored)) throw otherCall(call);
  const digest = ownMember(digests, call.toolCallId);
  if (digest === undefined || digest === (await digestCall(call))) return;
  throw otherCall(call);
}

function isSameAs(call: DeferredCall, stored: DeferredToolRequests | undefined): boolean {
  // Of an external call the batch shows the input with its edits; it waits for a result, and runs nothing.
  const same = (stored?.approvals ?? []).filter(({ toolCallId }) => toolCallId === call.toolCallId);
  const told = canonicalJson([call.toolName, call.input]);
  return same.every(({ toolName, input }) => canonicalJson([toolName, input]) === told);
}

function otherCall({ toolCallId, toolName }: DeferredCall): UserError {
  return new UserError(
    'digest-mismatch',
    `The answer to '${toolCallId}' was given to another call of '${toolName}': its input has changed since it was shown. Nothing was applied. Pass the messages and the answers of one outcome: what was asked last counts.`,
  );
}

/**
 * Returns the effective input that was shown to the person who answered. `undefined` if the answer does not name its
 * call.
 */
export function shownIn(
  { digests = {}, shown = {} }: DeferredToolResults,
  { toolCallId, input }: DeferredCall,
): EffectiveInput | undefined {
  if (ownMember(digests, toolCallId) === undefined) return undefined;
  const { effectiveInput = input, unpredictablePaths = [] } = ownMember(shown, toolCallId) ?? {};
  return { value: effectiveInput, unpredictablePaths };
}

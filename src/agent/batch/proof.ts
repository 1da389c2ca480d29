import { digestCall, digestOf } from '../../approval/grants/digest.js';
import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredCall, DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { RunsAs } from '../../protocol/runs-as.js';

/**
 * A batch that leaves the page's memory, each call with its digest. Within the page the frozen object is the proof; a page on
 * plain http has no WebCrypto, and gives none.
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
 * Checks that a call is still the one that was shown to whoever answered it.
 *
 * @throws UserError when it is another by now, or when nobody can tell.
 */
export async function checkDigest(call: DeferredCall, { digests = {} }: DeferredToolResults): Promise<void> {
  const shown = ownMember(digests, call.toolCallId);
  if (shown === undefined || shown === (await digestCall(call))) return;
  throw new UserError(
    'digest-mismatch',
    `The answer to '${call.toolCallId}' was given to another call of '${call.toolName}': its input has changed since it was shown. Nothing was applied. Pass the messages and the answers of one outcome: what was asked last counts.`,
  );
}

/** What an answer's call was shown to run as. Nothing when the answer does not tell which call it was given to. */
export function shownIn(
  { digests = {}, shown = {} }: DeferredToolResults,
  { toolCallId, input }: DeferredCall,
): RunsAs | undefined {
  if (ownMember(digests, toolCallId) === undefined) return undefined;
  const { willRunAs = input, unshown = [] } = ownMember(shown, toolCallId) ?? {};
  return { value: willRunAs, unshown };
}

import type { JSONObject } from '../../protocol/base/json.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer, BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { toPublicPerson } from '../request/person.js';
import { approvalProgress, currentCall, effectiveAnswer, missingApprovers } from './effective-answer.js';

/** Returns the JSON of a batch for a person who may answer it, with the answers so far. */
export function batchView(record: BatchRecord, viewer: Person): JSONObject {
  const { batch, state } = record;
  const { requests } = batch;
  const calls = { approvals: requests.approvals.map((call) => callFor(record, call, viewer)), calls: requests.calls };
  const answers = deferredCalls(requests).flatMap(({ call }) => {
    const taken = effectiveAnswer(record, call.toolCallId);
    return taken === undefined ? [] : [publicAnswer(taken)];
  });
  const missing = requests.approvals.flatMap((call) =>
    call.needs === undefined ? [] : [[call.toolCallId, missingApprovers(record, call)] as const],
  );
  const requester = toPublicPerson(batch.requester);
  const now = { requests: { ...requests, ...calls }, state, answers, missing: Object.fromEntries(missing), requester };
  return JSON.parse(JSON.stringify({ ...batch, ...now }));
}

function callFor(record: BatchRecord, call: DeferredCall, viewer: Person): DeferredCall {
  const current = currentCall(record, call);
  return call.needs === undefined ? current : { ...current, approvalProgress: approvalProgress(record, call, viewer) };
}

/** Returns an answer with only the public members of its person. */
export function publicAnswer(taken: AcceptedAnswer): AcceptedAnswer {
  return taken.person === undefined ? taken : { ...taken, person: toPublicPerson(taken.person) };
}

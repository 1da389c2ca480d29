import type { JSONObject } from '../../protocol/base/json.js';
import { deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer, BatchRecord } from '../../remote/run-protocol/batch-record.js';
import { toPublicPerson } from '../request/person.js';
import { currentCall, effectiveAnswer, missingApprovers } from './effective-answer.js';

/** Returns the JSON of a batch for a client who may answer it, with the answers so far. */
export function batchView(record: BatchRecord): JSONObject {
  const { batch, state } = record;
  const { requests } = batch;
  const calls = { approvals: requests.approvals.map((call) => currentCall(record, call)), calls: requests.calls };
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

/** Returns an answer with only the public members of its person. */
export function publicAnswer(taken: AcceptedAnswer): AcceptedAnswer {
  return taken.person === undefined ? taken : { ...taken, person: toPublicPerson(taken.person) };
}

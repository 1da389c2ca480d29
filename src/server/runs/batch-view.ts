import type { BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { toPublicPerson } from '../request/person.js';
import { callNow, missingPeople, standingAnswer } from './standing-answer.js';

/** A question as it is sent to somebody who may answer it. */
export function batchView(record: BatchRecord): JSONObject {
  const { batch, state } = record;
  const { requests } = batch;
  const calls = { approvals: requests.approvals.map((call) => callNow(record, call)), calls: requests.calls };
  const answers = deferredCalls(requests).flatMap(({ call }) => {
    const taken = standingAnswer(record, call.toolCallId);
    return taken === undefined ? [] : [publicAnswer(taken)];
  });
  const missing = requests.approvals.flatMap((call) =>
    call.needs === undefined ? [] : [[call.toolCallId, missingPeople(record, call)] as const],
  );
  const requester = toPublicPerson(batch.requester);
  const now = { requests: { ...requests, ...calls }, state, answers, missing: Object.fromEntries(missing), requester };
  return JSON.parse(JSON.stringify({ ...batch, ...now }));
}

/** An answer without what else was stored of the person. */
export function publicAnswer(taken: TakenAnswer): TakenAnswer {
  return taken.person === undefined ? taken : { ...taken, person: toPublicPerson(taken.person) };
}

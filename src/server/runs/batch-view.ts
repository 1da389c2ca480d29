import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { callNow, missingPeople, standingAnswer } from './standing-answer.js';

/** A question as it is sent to somebody who may answer it. */
export function batchView(record: BatchRecord): JSONObject {
  const { batch, state } = record;
  const { requests } = batch;
  const calls = { approvals: requests.approvals.map((call) => callNow(record, call)), calls: requests.calls };
  const answers = deferredCalls(requests).flatMap(({ call }) => {
    const taken = standingAnswer(record, call.toolCallId);
    return taken === undefined ? [] : [taken];
  });
  const missing = requests.approvals.flatMap((call) =>
    call.needs === undefined ? [] : [[call.toolCallId, missingPeople(record, call)] as const],
  );
  const view = { ...batch, requests: { ...requests, ...calls }, state, answers, missing: Object.fromEntries(missing) };
  return JSON.parse(JSON.stringify(view));
}

import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import type { NewRun } from '../../agent/run-server/run-record.js';
import type { AskRequest } from '../../approval/broker/ask.js';
import { UserError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';

/**
 * Checks that a stored batch is the one that a run asks for: its run, agent path, round and each call with its digest. An id alone proves
 * nothing: whoever can make two batches share one would have an approval of one call run another.
 *
 * @throws UserError `batch-mismatch`, which ends the run before any of its calls executes.
 */
export function refuseOtherBatch({ batch }: BatchRecord, request: AskRequest, run: NewRun): void {
  const stored: JSONValue = [batch.batchId, batch.runId, [...batch.agentPath], batch.round, partsOf(batch.requests)];
  const { batchId, agentPath, round, requests } = request;
  const asked: JSONValue = [batchId, run.runId, [...agentPath], round, partsOf(requests)];
  if (isSameJson(stored, asked)) return;
  throw new UserError(
    'batch-mismatch',
    `The stored batch '${batchId}' is not what the run '${run.runId}' asks: its run, agent, round or calls differ. Nothing was executed, and no answer was used. Start a new run, and find out who writes to the store.`,
  );
}

function partsOf(requests: DeferredToolRequests): JSONValue {
  return deferredCalls(requests).map(({ kind, call: { toolCallId, toolName, input, digest = null } }) => [
    ...[kind, toolCallId, toolName, digest],
    input,
  ]);
}

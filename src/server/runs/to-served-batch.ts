import type { AskRequest } from '../../approval/broker/ask.js';
import { pageClock } from '../../approval/broker/deadline.js';
import { loadPreview } from '../../approval/broker/load-preview.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { CallAbout, ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { NewRun } from '../../remote/run-protocol/run-record.js';
import { toPublicPerson } from '../request/person.js';

/**
 * Returns a batch as it is stored. It includes the data for its cards (schema, preview, policy explanation), because
 * the run is not in memory while it waits.
 */
export async function toServedBatch(
  request: AskRequest,
  { runId, startedBy }: NewRun,
  askedAt: number,
): Promise<ServedBatch> {
  const { batchId, agentPath, round, requests, expiresAt, onExpiry = 'deny' } = request;
  const calls = deferredCalls(requests).map(({ call }) => call);
  const about = await Promise.all(
    calls.map(async (call) => [call.toolCallId, await loadCardData(request, call)] as const),
  );
  const times = calls.map(({ toolCallId }) => {
    const time = typeof expiresAt === 'object' ? expiresAt[toolCallId] : expiresAt;
    return [toolCallId, time ?? Number.POSITIVE_INFINITY] as const;
  });
  return {
    ...{ batchId, runId, agentPath, round, requests, onExpiry, requester: toPublicPerson(startedBy), askedAt },
    about: Object.fromEntries(about),
    expiresAt: Object.fromEntries(times.filter(([, time]) => Number.isFinite(time))),
  };
}

async function loadCardData(request: AskRequest, { toolCallId, hasPreview }: DeferredCall): Promise<CallAbout> {
  // `agents` may hold objects that identify agents in this process, which JSON cannot store.
  const { agents: _, ...policyCall } = (await request.policyCall?.(toolCallId)) ?? { agents: undefined };
  const schema = await request.form?.(toolCallId)?.schema();
  const load = async (signal: AbortSignal): Promise<unknown> => await request.preview?.(toolCallId, signal);
  const found = hasPreview === true ? await loadPreview(load, request.signal, pageClock) : undefined;
  return {
    ...(schema === undefined ? {} : { schema: schema as JSONObject }), // a schema is JSON
    ...(found?.status === 'ready' ? { preview: found.preview } : {}),
    ...('toolName' in policyCall ? { policyCall } : {}),
  };
}

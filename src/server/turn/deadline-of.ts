import type { AskRequest } from '../../approval/broker/ask.js';

/** When the last of its calls expires; never, where one of them does not. */
export function lastDeadline({ requests, expiresAt }: AskRequest): number | undefined {
  if (expiresAt === undefined) return undefined;
  const calls = [...requests.approvals, ...requests.calls];
  const times = calls.map(({ toolCallId }) =>
    typeof expiresAt === 'number' ? expiresAt : (expiresAt[toolCallId] ?? Number.POSITIVE_INFINITY),
  );
  const last = Math.max(...times);
  return Number.isFinite(last) ? last : undefined;
}

/** Whether nobody has answered in time: then no answer counts any more, whether or not that was kept. */
export function isOverdue(request: AskRequest, now: number): boolean {
  const deadline = lastDeadline(request);
  return deadline !== undefined && deadline <= now;
}

import { CountersignError } from '../../protocol/base/errors.js';

/** Why a life of a run may write no more. */
export function staleLeader(runId: string, { epoch, current }: { epoch: number; current: number }): CountersignError {
  return new CountersignError(
    'stale-leader',
    `Another tab leads the run '${runId}' (epoch ${current}; this one has ${epoch}), so this one may neither read its journal nor write. ` +
      'Leave the run here and follow the other tab, or take it over with storage.lead(runId).',
  );
}

/** Why a run cannot go on. */
export function runCleaned(runId: string): CountersignError {
  return new CountersignError(
    'run-cleaned',
    `The steps of the run '${runId}' were cleaned away after its end, or deleted with its conversation, so it would do everything anew. ` +
      'Start another run, from the messages of its conversation if it is still there.',
  );
}

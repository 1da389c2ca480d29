import { CountersignError } from '../../protocol/base/errors.js';

/** Returns the error for an activation that may no longer write. */
export function staleLeader(runId: string, { epoch, current }: { epoch: number; current: number }): CountersignError {
  return new CountersignError(
    'stale-leader',
    `Another tab leads the run '${runId}' (epoch ${current}; this one has ${epoch}), so this one may neither read its journal nor write. ` +
      'Stop this run and follow the other tab, or take it over with storage.lead(runId).',
  );
}

/** Returns the error for a run that cannot continue. */
export function runCleaned(runId: string): CountersignError {
  return new CountersignError(
    'run-cleaned',
    `The steps of the run '${runId}' were cleaned away after its end, or deleted with its conversation, so all its effects would happen again. ` +
      'Start another run, from the messages of its conversation if it is still there.',
  );
}

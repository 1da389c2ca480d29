import { onAbort } from '../../agent/plumbing/abortable.js';
import { type ActivationEnd, type ActivationSetup, RunActivation, type ServedAgent } from './run-activation.js';
import type { RunStore } from './run-store.js';

/** The agent of a run, and the dependencies of its tools. */
export interface RunHost {
  readonly agent: ServedAgent;
  readonly deps: () => unknown;
}

/** Options of {@link executeRun}. */
export interface Execution extends RunHost, Pick<ActivationSetup, 'interrupted' | 'onEvent'> {
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called at the beginning of each activation. */
  readonly onActivation: (activation: RunActivation) => void;
}

/**
 * Executes a run in this process, activation after activation, until it waits for answers or is over.
 *
 * @returns the end of the last activation; `undefined` if the run cannot be activated.
 */
export async function executeRun(
  store: Pick<RunStore, 'activate'>,
  runId: string,
  { agent, deps, onActivation, ...execution }: Execution,
): Promise<ActivationEnd | undefined> {
  let end: ActivationEnd | undefined;
  for (;;) {
    // A waiting run is activated again only if its answers arrived meanwhile.
    const stored = await store.activate(runId);
    if (stored === undefined) return end;
    const { run, journal, stale, stopReason } = stored;
    const activation = new RunActivation({ ...execution, run, agent, deps: deps(), journal, store: stored });
    onActivation(activation);
    if (stale.aborted) activation.suspend();
    onAbort(stale, () => activation.suspend());
    if (stopReason !== undefined) activation.stop(stopReason);
    end = await activation.end;
    switch (end.type) {
      case 'parked':
        if ((await stored.end({ type: 'waiting', since: end.batch.askedAt, batchId: end.batch.batchId })) === 'stale')
          return end;
        break;
      case 'ended':
      case 'stuck':
        await stored.end(end);
        return end;
      case 'broken':
      case 'suspended':
        return end;
      default:
        return end satisfies never;
    }
  }
}

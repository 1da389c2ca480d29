import { onAbort } from '../../agent/plumbing/abortable.js';
import { type LifeEnd, type LifeSetup, RunLife, type ServedAgent } from './run-life.js';
import type { RunStore } from './run-store.js';

/** Executes a run: its agent, and what its tools need. */
export interface RunHost {
  readonly agent: ServedAgent;
  readonly deps: () => unknown;
}

/** What an execution needs besides. */
export interface Execution extends RunHost, Pick<LifeSetup, 'interrupted' | 'onEvent'> {
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called at the beginning of each activation. */
  readonly onLife: (life: RunLife) => void;
}

/**
 * Executes a run in this process, activation after activation, until it waits for answers or is over.
 *
 * @returns the end of the last activation. `undefined`: there was none.
 */
export async function executeRun(
  store: Pick<RunStore, 'activate'>,
  runId: string,
  { agent, deps, onLife, ...execution }: Execution,
): Promise<LifeEnd | undefined> {
  let end: LifeEnd | undefined;
  for (;;) {
    // One that waits is activated again only where its answers have come meanwhile.
    const activation = await store.activate(runId);
    if (activation === undefined) return end;
    const { run, journal, stale, stopReason } = activation;
    const life = new RunLife({ ...execution, run, agent, deps: deps(), journal, keeper: activation });
    onLife(life);
    if (stale.aborted) life.leave();
    onAbort(stale, () => life.leave());
    if (stopReason !== undefined) life.stop(stopReason);
    end = await life.end;
    switch (end.type) {
      case 'parked':
        if (
          (await activation.end({ type: 'waiting', since: end.batch.askedAt, batchId: end.batch.batchId })) === 'stale'
        )
          return end;
        break;
      case 'ended':
      case 'stuck':
        await activation.end(end);
        return end;
      case 'broken':
      case 'left':
        return end;
      default:
        return end satisfies never;
    }
  }
}

import type { Clock } from '../../protocol/base/clock.js';
import { derivedId } from '../../protocol/base/ids.js';
import { definedProps } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import { isDelta, type RunEventBody, type RunEventOf } from '../../protocol/run-event.js';
import { EventLog } from '../plumbing/event-log.js';
import type { AgentRun } from '../run/agent.js';
import type { Ending } from '../run/run-scope.js';

/** The operations that {@link startRun} drives. */
export interface RunDriver<OUTPUT> {
  readonly runId: string;
  readonly conversationId: string;
  readonly agentPath: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  /** The first event. */
  readonly beginning: RunEventBody;
  /** Returns the iterator over the events after the first, which returns the ending. It never throws. */
  readonly open: () => AsyncIterator<RunEventBody, Ending, void>;
  readonly toOutcome: (ending: Ending) => RunOutcome<OUTPUT>;
  readonly abort: (reason?: string) => void;
  readonly suspend?: (() => void) | undefined;
  readonly steer?: AgentRun['steer'];
  /** True if its events have keys, which identify them in the log across activations. */
  readonly isKeyed: boolean;
}

/** Starts a run at once, keeps its events, and lets any number of readers replay them from the first. */
export function startRun<OUTPUT>(driver: RunDriver<OUTPUT>): AgentRun<OUTPUT> {
  const { runId, conversationId, abort, suspend, steer } = driver;
  const log = new EventLog();
  const outcome = drive(driver, log);
  return {
    runId,
    conversationId,
    outcome,
    abort,
    ...definedProps({ suspend, steer }),
    [Symbol.asyncIterator]: () => log.read(),
  };
}

async function drive<OUTPUT>(driver: RunDriver<OUTPUT>, log: EventLog): Promise<RunOutcome<OUTPUT>> {
  const { runId, agentPath, clock, beginning, open, toOutcome } = driver;
  const keyOf = driver.isKeyed ? eventKeys(runId) : undefined;
  let count = 0;
  const record = (body: RunEventBody): void => {
    const seq = isDelta(body) ? Math.max(0, count - 1) : count++;
    const key = keyOf && definedProps({ key: keyOf(body) });
    log.append({ v: 1, seq, at: clock.now(), runId, agentPath, ...body, ...key });
  };
  try {
    // The caller receives the run before any of its work starts.
    await Promise.resolve();
    record(beginning);
    const work = open();
    let told = await work.next();
    for (; told.done !== true; told = await work.next()) record(told.value);
    const outcome = toOutcome(told.value);
    if (outcome.type !== 'suspended') record(toRunEnd(outcome));
    return outcome;
  } finally {
    // At once: a sub-agent that is still stopping has nothing more to say.
    log.close();
  }
}

/**
 * Names events by what they are about: those of a kind come in the same order in each life, whatever else happens
 * beside them. What a step told has the key of that step.
 */
function eventKeys(runId: string): (body: RunEventBody) => string | undefined {
  const counts = new Map<string, number>();
  return (body) => {
    if (body.key !== undefined || isDelta(body)) return body.key;
    const stem = derivedId(runId, 'event', body.type, subjectOf(body));
    const count = counts.get(stem) ?? 0;
    counts.set(stem, count + 1);
    return derivedId(stem, 'nth', count);
  };
}

function subjectOf(body: RunEventBody): string {
  if ('toolCallId' in body) return body.toolCallId ?? '';
  if ('call' in body) return body.call.toolCallId;
  if ('batchId' in body) return body.batchId;
  return 'step' in body ? `${body.step}` : '';
}

function toRunEnd(outcome: Exclude<RunOutcome<unknown>, { type: 'suspended' }>): RunEventBody {
  const base = { type: 'run-end', outcome: outcome.type, usage: outcome.usage } as const;
  switch (outcome.type) {
    case 'completed':
      return typeof outcome.output === 'string' ? { ...base, output: outcome.output } : base;
    case 'deferred':
      return { ...base, ...promptOf(outcome), requests: outcome.requests };
    case 'aborted':
      return outcome.reason === undefined ? base : { ...base, reason: outcome.reason };
    case 'failed':
      return { ...base, ...promptOf(outcome), error: serializeError(outcome.error) };
    default:
      return outcome satisfies never;
  }
}

function promptOf({ prompt }: Pick<RunEventOf<'run-end'>, 'prompt'>): Pick<RunEventOf<'run-end'>, 'prompt'> {
  return prompt === undefined ? {} : { prompt };
}

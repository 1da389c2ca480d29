import { serializeError } from '../protocol/errors.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../protocol/run-event.js';
import type { AgentRun } from './agent.js';

/** What {@link startRun} drives. */
export interface RunDriver<OUTPUT> {
  readonly runId: string;
  readonly conversationId: string;
  readonly agentPath: readonly string[];
  readonly now: () => number;
  /** Yields what happens; returns how it ended. */
  readonly events: () => AsyncGenerator<RunEventBody, RunOutcome<OUTPUT>, void>;
  readonly abort: (reason?: string) => void;
}

/** Starts a run at once, keeps its events, and lets any number of readers replay them from the first. */
export function startRun<OUTPUT>(driver: RunDriver<OUTPUT>): AgentRun<OUTPUT> {
  const { runId, conversationId, agentPath } = driver;
  const log = new EventLog();
  const record = (body: RunEventBody): void => {
    log.append({ v: 1, seq: log.length, at: driver.now(), runId, agentPath, ...body });
  };
  const outcome = drain(driver.events(), record).finally(() => log.close());
  return {
    runId,
    conversationId,
    outcome,
    abort: driver.abort,
    [Symbol.asyncIterator]: () => log.read(),
  };
}

async function drain<OUTPUT>(
  events: AsyncGenerator<RunEventBody, RunOutcome<OUTPUT>, void>,
  record: (body: RunEventBody) => void,
): Promise<RunOutcome<OUTPUT>> {
  for (;;) {
    const { done, value } = await events.next();
    if (!done) {
      record(value);
      continue;
    }
    record(toRunEnd(value));
    return value;
  }
}

function toRunEnd(outcome: RunOutcome<unknown>): RunEventBody {
  const base = { type: 'run-end', outcome: outcome.type, usage: outcome.usage } as const;
  switch (outcome.type) {
    case 'completed':
      return typeof outcome.output === 'string' ? { ...base, output: outcome.output } : base;
    case 'deferred':
      return { ...base, requests: outcome.requests };
    case 'aborted':
      return outcome.reason === undefined ? base : { ...base, reason: outcome.reason };
    case 'failed':
      return { ...base, error: serializeError(outcome.error) };
    default:
      return outcome satisfies never;
  }
}

/** The events of a run, in order, for readers that come at any time. */
class EventLog {
  readonly #events: RunEvent[] = [];
  readonly #waiting: Set<() => void> = new Set();
  #isClosed = false;

  get length(): number {
    return this.#events.length;
  }

  append(event: RunEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<RunEvent, void, void> {
    for (let index = 0; ; index++) {
      while (index >= this.#events.length) {
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
      const event = this.#events[index];
      if (event !== undefined) yield event;
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

import type { RunEventBody } from '../protocol/run-event.js';

/** Hands an event to the run. */
export type Emit = (event: RunEventBody) => void;

/**
 * Runs `work` and yields what it emits, while it works: how parallel tools and a waiting handler report through one generator.
 * Adjacent deltas that pile up before they are read become one.
 */
export async function* emitting<R>(work: (emit: Emit) => Promise<R>): AsyncGenerator<RunEventBody, R, void> {
  let queue: RunEventBody[] = [];
  let wake: () => void = () => {};
  let isDone = false;
  const result = work((event) => {
    if (!mergeDelta(queue, event)) queue.push(event);
    wake();
  }).finally(() => {
    isDone = true;
    wake();
  });
  // The caller meets a rejection at the end, after the events that came before it.
  result.catch(() => {});
  while (!isDone || queue.length > 0) {
    if (queue.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isDone) resolve();
      });
    }
    const ready = queue;
    queue = [];
    for (const event of ready) yield event;
  }
  return await result;
}

function mergeDelta(queue: RunEventBody[], event: RunEventBody): boolean {
  const last = queue.at(-1);
  if (last === undefined || last.type !== event.type) return false;
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      if (!('id' in last) || !('delta' in last) || last.id !== event.id) return false;
      queue[queue.length - 1] = { ...event, delta: last.delta + event.delta };
      return true;
    case 'tool-input-delta':
      if (!('toolCallId' in last) || !('delta' in last) || last.toolCallId !== event.toolCallId) return false;
      queue[queue.length - 1] = { ...event, delta: last.delta + event.delta };
      return true;
    default:
      return false;
  }
}

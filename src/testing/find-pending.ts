import type { PendingBatch, PendingItem } from '../approval/broker/pending.js';
import type { Conversation } from '../conversation/conversation.js';

/** The part of a conversation or a `useAgentRun` result that answering needs. */
export type Run = Pick<Conversation, 'store' | 'decide'>;

/** A call of a batch: its title, its id, or a function that selects it. */
export type WhichCall = string | ((item: PendingItem) => boolean);

/**
 * Waits until a run has a pending batch.
 *
 * @throws Error when the run ends without one.
 */
export async function nextBatch({ store }: Run): Promise<PendingBatch> {
  // The outcome of an earlier run must not count as the end of the run that is about to start.
  const before = store.getState().outcome;
  return await new Promise((resolve, reject) => {
    let stop: () => void = () => {};
    const look = (): boolean => {
      const { pending, outcome } = store.getState();
      const [batch] = pending;
      const isOver = batch === undefined && outcome !== null && outcome !== before;
      if (batch !== undefined) resolve(batch);
      if (isOver)
        reject(new Error(`The run ended as '${outcome.type}' without a batch to answer.${errorSuffix(store)}`));
      return batch !== undefined || isOver;
    };
    if (!look()) stop = store.subscribe(() => void (look() && stop()));
  });
}

/** Waits until a batch is no longer pending: answered or withdrawn. */
export async function batchClosed({ store }: Run, batchId: string): Promise<void> {
  await new Promise<void>((resolve) => {
    let stop: () => void = () => {};
    const look = (): boolean => !store.getState().pending.some((batch) => batch.batchId === batchId);
    if (look()) return resolve();
    stop = store.subscribe(() => {
      if (!look()) return;
      stop();
      resolve();
    });
  });
}

/**
 * Finds a call of a batch.
 *
 * @throws Error that lists the calls when none or several match.
 */
export function findItem(items: readonly PendingItem[], which: WhichCall): PendingItem {
  const matches =
    typeof which === 'function'
      ? which
      : ({ call }: PendingItem): boolean => call.toolCallId === which || call.title === which;
  const found = items.filter(matches);
  const [item] = found;
  if (item !== undefined && found.length === 1) return item;
  const name = typeof which === 'function' ? 'The function' : `'${which}'`;
  const count = found.length === 0 ? 'no call' : `${found.length} calls`;
  throw new Error(
    `${name} matches ${count} of the batch. Select exactly one by its title or id. The calls are:\n${listItems(items)}`,
  );
}

/** Returns the calls of a batch as text, one per line. */
export function listItems(items: readonly PendingItem[]): string {
  return items
    .map(
      ({ kind, call, state }) => `  '${call.title}' (${call.toolCallId}, ${call.toolName}, ${kind}, ${state.status})`,
    )
    .join('\n');
}

function errorSuffix(store: Run['store']): string {
  const { error } = store.getState();
  return error === null ? '' : ` Its error: ${error.message}`;
}

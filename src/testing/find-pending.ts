import type { PendingBatch, PendingItem } from '../approval/broker/pending.js';
import type { Conversation } from '../store/conversation.js';

/** What `useAgentRun` and `createConversation` give, as far as people at cards need it. */
export type Run = Pick<Conversation, 'store' | 'decide'>;

/** Which call is meant: its title, its id, or a function that knows it. */
export type WhichCall = string | ((item: PendingItem) => boolean);

/**
 * Waits until a run asks people something.
 *
 * @throws Error when the run is over and nothing was asked.
 */
export async function nextBatch({ store }: Run): Promise<PendingBatch> {
  // How the run before ended says nothing about the one that may just begin.
  const before = store.getState().outcome;
  return await new Promise((resolve, reject) => {
    let stop: () => void = () => {};
    const look = (): boolean => {
      const { pending, outcome } = store.getState();
      const [batch] = pending;
      const isOver = batch === undefined && outcome !== null && outcome !== before;
      if (batch !== undefined) resolve(batch);
      if (isOver) reject(new Error(`The run ended as '${outcome.type}' and asked nobody.${errorWords(store)}`));
      return batch !== undefined || isOver;
    };
    if (!look()) stop = store.subscribe(() => void (look() && stop()));
  });
}

/** Waits until a batch is off the screen: answered, or withdrawn. */
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
 * @throws Error that lists what is there, when none or several fit.
 */
export function findItem(items: readonly PendingItem[], which: WhichCall): PendingItem {
  const fits =
    typeof which === 'function'
      ? which
      : ({ call }: PendingItem): boolean => call.toolCallId === which || call.title === which;
  const found = items.filter(fits);
  const [item] = found;
  if (item !== undefined && found.length === 1) return item;
  const name = typeof which === 'function' ? 'The function' : `'${which}'`;
  const count = found.length === 0 ? 'no call' : `${found.length} calls`;
  throw new Error(
    `${name} fits ${count} of the batch; name exactly one by its title or id. There are:\n${listItems(items)}`,
  );
}

/** The calls of a batch, one a line. */
export function listItems(items: readonly PendingItem[]): string {
  return items
    .map(
      ({ kind, call, state }) => `  '${call.title}' (${call.toolCallId}, ${call.toolName}, ${kind}, ${state.status})`,
    )
    .join('\n');
}

function errorWords(store: Run['store']): string {
  const { error } = store.getState();
  return error === null ? '' : ` Its error: ${error.message}`;
}

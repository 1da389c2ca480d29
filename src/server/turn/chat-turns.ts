import type { ModelMessage } from 'ai';
import { closeHistory, repairHistory } from '../../agent/batch/repair-history.js';
import { foldRun } from '../../remote/run-protocol/fold-run.js';
import type { ChatTurn, ListedRun } from '../../remote/run-protocol/run-record.js';
import { readRunEvents } from '../runs/read-run-events.js';
import type { RunStore } from '../runs/run-store.js';

/** A run that answers a message of a chat. */
export type TurnRun = ListedRun & { readonly turn: ChatTurn };

const pageSize = 200;

/** Reads the turns of a chat, oldest first. */
export async function readTurns(store: Pick<RunStore, 'list'>, chat: string): Promise<readonly TurnRun[]> {
  const turns: TurnRun[] = [];
  for (let after: { readonly at: number; readonly id: string } | undefined; ; ) {
    const page = await store.list({ chat, limit: pageSize, ...(after && { after }) });
    turns.push(...page.filter((run): run is TurnRun => run.turn !== undefined));
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return turns.reverse();
    after = { at: last.startedAt, id: last.runId };
  }
}

/** Returns `true` when the run of a turn is over. */
export function isTurnOver({ state }: TurnRun): boolean {
  return state.type === 'ended' || state.type === 'stuck';
}

/** Returns `true` when a turn can be tried again. */
export function hasFailed({ state }: TurnRun): boolean {
  return state.type === 'stuck' || (state.type === 'ended' && state.outcome === 'failed');
}

/**
 * Returns the history after completed turns. Calls without a result are closed, because nobody can answer them any
 * more.
 */
export async function historyAfter(
  store: Pick<RunStore, 'readLog'>,
  turns: readonly TurnRun[],
): Promise<readonly ModelMessage[]> {
  let messages: readonly ModelMessage[] = [];
  for (const { runId } of turns) {
    const events = await readRunEvents(store, runId);
    const known = foldRun({ messages, events, interrupted: new Set() });
    messages = [...closeHistory(repairHistory(known.messages).messages), ...known.prompt];
  }
  return messages;
}

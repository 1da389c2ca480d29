'use client';
import { useCallback, useMemo, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { Answers } from '../card/answers.js';
import type { BatchLines, Fold } from '../card/batch-lines.js';
import { needsPerson } from '../card/needs-person.js';

/** The number of calls from which one is open and the others are lines. */
const longFrom = 4;

/** Options of {@link useLines}. */
interface LinesOptions {
  readonly run: Pick<UseAgentRunResult, 'clientTools'>;
  readonly items: readonly PendingItem[];
  readonly answers: Pick<Answers, 'choices' | 'problems'>;
  readonly fold: Fold;
}

/**
 * Decides which calls of a batch are open and which are lines. Open are: the call that the user has opened, else the
 * next pending one; those that a press for several calls is about to approve; rejected answers; and external calls once
 * they were open, so that their state is not lost.
 */
export function useLines({ run, items, answers, fold }: LinesOptions): BatchLines {
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState<BatchLines['shown']>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { choices, problems } = answers;
  const { clientTools } = run;
  const waiting = useMemo(
    () =>
      items.filter(
        (item) =>
          item.state.status !== 'decided' && !choices.has(item.call.toolCallId) && needsPerson(item, clientTools),
      ),
    [items, choices, clientTools],
  );
  useReopened(items, waiting, setChosen);
  const current = currentOf(items, waiting, chosen);
  if (current?.kind === 'external' && !kept.has(current.id)) setKept(new Set([...kept, current.id]));

  const open = useCallback((item: PendingItem) => {
    setShown(null);
    setChosen(item.id);
  }, []);
  return useMemo(() => {
    const isLong = fold === 'long' && items.length >= longFrom;
    const isOpen = (item: PendingItem): boolean =>
      (item === current && shown === null) ||
      kept.has(item.id) ||
      shown?.ids.has(item.id) === true ||
      problems.has(item.call.toolCallId);
    const lines = new Set(isLong ? waiting.filter((item) => !isOpen(item)).map(({ id }) => id) : []);
    return { layout: isLong ? 'lines' : 'cards', isLine: ({ id }) => lines.has(id), open, shown, show: setShown };
  }, [fold, items, waiting, current, kept, shown, problems, open]);
}

/** Returns the call that was opened, or the next pending one after it, or the first. */
function currentOf(
  items: readonly PendingItem[],
  waiting: readonly PendingItem[],
  chosen: string | undefined,
): PendingItem | undefined {
  const from = items.findIndex(({ id }) => id === chosen);
  const rest = new Set(items.slice(Math.max(from, 0)));
  return waiting.find((item) => rest.has(item)) ?? waiting[0];
}

/** Opens the call of an answer that is retracted. */
function useReopened(
  items: readonly PendingItem[],
  waiting: readonly PendingItem[],
  onReopened: (id: string) => void,
): void {
  const closed = useMemo(() => {
    const open = new Set(waiting);
    return items.filter((item) => !open.has(item)).map(({ id }) => id);
  }, [items, waiting]);
  const [before, setBefore] = useState(closed);
  if (before === closed) return;
  setBefore(closed);
  const back = waiting.find(({ id }) => before.includes(id));
  if (back !== undefined) onReopened(back.id);
}

'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type KeyboardEvent,
  type RefAttributes,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartProps, renderPart } from '../part/part.js';
import type { Commit } from '../card/answers.js';
import { BatchContext, type BatchContextValue } from '../card/batch-context.js';
import { keyMap, verbOf } from '../card/keys.js';
import { moveInQueue } from './move-in-queue.js';
import { needsPerson } from '../card/needs-person.js';
import { useAnswers } from './use-answers.js';
import { usePlan } from './use-plan.js';

/** State of `Batch.Root`: `data-state` and `data-commit`. */
export interface BatchRootState extends Record<string, string> {
  /** `chosen`: nothing is left to choose, and nothing is sent yet. */
  readonly state: 'open' | 'chosen' | 'sending' | 'decided';
  readonly commit: Commit;
}

/** Props of `Batch.Root`. */
export interface BatchRootProps extends PartProps<'section', BatchRootState> {
  /** The conversation that waits. */
  readonly run: UseAgentRunResult;
  /** One of its `pending`. */
  readonly batch: PendingBatch;
  /**
   * `each`: an answer goes out at its press. `review`: it is a choice on its card that can be changed, until `Batch.Submit` sends all.
   * Default `each`.
   */
  readonly commit?: Commit | undefined;
}

/**
 * All calls of one model response that need people: a region named by `Batch.Title`. Keys work in it, and never while someone types.
 *
 * @example
 * <Batch.Root run={run} batch={batch} commit="review">
 *   <Batch.Title />
 *   <Batch.Items>{(item) => <ApprovalCard run={run} item={item} batch={batch} />}</Batch.Items>
 *   <Batch.Summary />
 *   <Batch.Submit />
 * </Batch.Root>
 */
export const BatchRoot: ForwardRefExoticComponent<BatchRootProps & RefAttributes<HTMLElement>> = forwardRef(
  function BatchRoot(props, ref) {
    // Another batch, a further round of the same calls too, takes over nothing that was chosen in this one.
    return <OneBatch key={props.batch.batchId} {...props} ref={ref} />;
  },
);

const OneBatch: typeof BatchRoot = forwardRef<HTMLElement, BatchRootProps>(function OneBatch(
  { run, batch, commit = 'each', children, ...props },
  ref,
) {
  const context = useBatchValue({ run, batch, commit });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const verb = event.target instanceof Element && event.target.closest('dialog') === null ? verbOf(event) : null;
    if (verb === 'next' || verb === 'previous') moveInQueue(event.currentTarget, verb);
    else if (verb === 'help' && context.helpRef.current !== null) context.helpRef.current.showModal();
    else if (verb === 'submit' && commit === 'review') pressIn(event.currentTarget, 'submit');
    else return;
    event.preventDefault();
  };
  const own = {
    'aria-labelledby': context.titleId,
    'aria-keyshortcuts': `${keyMap.next.aria} ${keyMap.previous.aria}`,
    'aria-busy': context.answers.status === 'sending' || undefined,
    'data-batch': batch.batchId,
    onKeyDown,
  };
  const inside = <BatchContext.Provider value={context}>{children}</BatchContext.Provider>;
  return renderPart<'section', BatchRootState>(
    'section',
    { ...props, children: inside },
    { slot: 'approval-batch', state: { state: batchState(context), commit }, own, ref },
  );
});

function useBatchValue({ run, batch, commit }: Pick<BatchContextValue, 'run' | 'batch' | 'commit'>): BatchContextValue {
  const id = useId();
  const items = usePlan(run, batch);
  const answers = useAnswers({ run, batch, commit });
  const helpRef = useRef<HTMLDialogElement>(null);
  const [asking, setAsking] = useState<BatchContextValue['asking']>('nothing');
  return useMemo(() => {
    const forPeople = items.filter((item) => needsPerson(item, run.clientTools));
    const open = items.filter(
      ({ kind, state, call }) =>
        kind === 'approval' && state.status === 'open' && !answers.choices.has(call.toolCallId),
    );
    const ids = { titleId: `${id}title`, leftId: `${id}left` };
    return { run, batch, commit, items, forPeople, open, answers, asking, setAsking, helpRef, ...ids };
  }, [id, run, batch, commit, items, answers, asking]);
}

function batchState({ answers, items, open, commit }: BatchContextValue): BatchRootState['state'] {
  if (answers.status === 'sending') return 'sending';
  if (items.every(({ state }) => state.status === 'decided')) return 'decided';
  return commit === 'review' && open.length === 0 && answers.choices.size > 0 ? 'chosen' : 'open';
}

/** A key does what a press of the button does, which may refuse it: it has not stood there for long, or it cannot be used. */
function pressIn(batch: HTMLElement, action: string): void {
  batch.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
}

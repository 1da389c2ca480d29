'use client';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { Commit } from '../card/answers.js';
import { BatchContext, type BatchContextValue, type FocusOnBatch } from '../card/batch-context.js';
import type { Fold } from '../card/batch-lines.js';
import { isLetter, keyMap, type Letters, verbOf } from '../card/keys.js';
import { needsPerson } from '../card/needs-person.js';
import { openDialog, scrollToNearest } from '../page-gaps.js';
import { focusedElement, isElement } from '../page-realm.js';
import { composeRefs } from '../part/compose-refs.js';
import { type Part, part } from '../part/part.js';
import { useBatchPlace } from '../shared/batch-places.js';
import { leaveBatch } from '../shared/focus-origin.js';
import { inPlanOrder, placesOf } from './plan-order.js';
import { useAnswers } from './use-answers.js';
import { useLines } from './use-lines.js';
import { useRegionName } from './use-region-name.js';

/** State of `Batch.Root`: `data-state`, `data-commit` and `data-layout`. */
interface BatchRootState {
  /** `chosen`: every call has a choice, and none is sent yet, before a submit or during the `sendDelay`. */
  readonly state: 'open' | 'chosen' | 'sending' | 'decided';
  readonly commit: Commit;
  /** `lines`: one call is open, and the others are lines. */
  readonly layout: 'lines' | 'cards';
}

/** Props of `Batch.Root`. */
interface BatchRootProps {
  /** The conversation of the batch. */
  readonly run: UseAgentRunResult;
  /** One of its `pending` batches. */
  readonly batch: PendingBatch;
  /**
   * `each`: an answer is sent at its press. `review`: it is a choice on its card that can be changed, until
   * `Batch.Submit` sends all. Default `each`.
   */
  readonly commit?: Commit | undefined;
  /**
   * `off`: letters neither answer nor move, and none is shown. Letters become active half a second after the user
   * focuses a card, and are ignored while typing. Default `on`.
   */
  readonly letters?: Letters | undefined;
  /**
   * `when-idle`: a new batch moves the focus to its title, for an app without a composer. Never from a text field or a
   * card, nor within 2 s of a key. Default `never`.
   */
  readonly focusOnBatch?: FocusOnBatch | undefined;
  /**
   * `long`: of four calls or more, one is open and the others are lines; approving several first opens those that it
   * would approve. Default `never`: each call is a card.
   */
  readonly fold?: Fold | undefined;
}

/**
 * All calls of one model response that need a person: a region named by `Batch.Title`. Its keys are ignored while
 * typing; Escape goes back.
 *
 * @example
 * <Batch.Root run={run} batch={batch} commit="review">
 *   <Batch.Title />
 *   <Batch.Items>{(item) => <ApprovalCard run={run} item={item} batch={batch} />}</Batch.Items>
 *   <Batch.Summary />
 *   <Batch.Submit />
 * </Batch.Root>
 */
export const BatchRoot: Part<'section', BatchRootState, BatchRootProps> = part('Batch.Root', 'section', (props) => {
  // Another batch, also a further round of the same calls, starts without choices.
  return <OneBatch key={props.batch.batchId} {...props} />;
});

const OneBatch: typeof BatchRoot = part('Batch.One', 'section', (given, render) => {
  const {
    run,
    batch,
    commit = 'each',
    letters = 'on',
    focusOnBatch = 'never',
    fold = 'never',
    children,
    ...props
  } = given;
  const context = useBatchValue({ run, batch, commit, letters, focusOnBatch, fold });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const pressed = isElement(event.target) && event.target.closest('dialog') === null ? verbOf(event) : null;
    const verb = pressed !== null && isLetter(pressed) && letters === 'off' ? null : pressed;
    if (verb === 'next' || verb === 'previous') moveInQueue(event.currentTarget, verb);
    else if (verb === 'help' && context.helpRef.current !== null) openDialog(context.helpRef.current);
    else if (verb === 'submit' && (commit === 'review' || batch.sendsAt !== undefined))
      pressIn(event.currentTarget, 'submit');
    else if (verb === 'undo' && batch.sendsAt !== undefined) pressIn(event.currentTarget, 'undo');
    else if (verb === 'back' && leaveBatch(event.currentTarget)) event.stopPropagation();
    else return;
    event.preventDefault();
  };
  const { titleId, items } = context;
  const place = useBatchPlace(batch);
  const region = useRegionName({ titleId, call: items[0]?.call, id: props.id });
  return render(props, {
    'data-cs': 'approval-batch',
    state: { state: batchState(context), commit, layout: context.lines.layout },
    ...region,
    'aria-keyshortcuts': letters === 'off' ? undefined : `${keyMap.next.aria} ${keyMap.previous.aria}`,
    'aria-busy': context.answers.status === 'sending' || undefined,
    'data-batch': batch.batchId,
    ref: composeRefs(region.ref, place),
    onKeyDown,
    children: <BatchContext.Provider value={context}>{children}</BatchContext.Provider>,
  });
});

type BatchInputs = Pick<BatchContextValue, 'run' | 'batch' | 'commit' | 'letters' | 'focusOnBatch'> & {
  readonly fold: Fold;
};

function useBatchValue({ run, batch, commit, letters, focusOnBatch, fold }: BatchInputs): BatchContextValue {
  const id = useId();
  const items = usePlan(run, batch);
  const answers = useAnswers({ run, batch, commit });
  const lines = useLines({ run, items, answers, fold });
  const helpRef = useRef<HTMLDialogElement>(null);
  const [remembered] = useState<BatchContextValue['remembered']>(() => new Map());
  const [asking, setAsking] = useState<BatchContextValue['asking']>('nothing');
  return useMemo(() => {
    const forPeople = items.filter((item) => needsPerson(item, run.clientTools));
    const open = items.filter(
      ({ kind, state, call }) =>
        kind === 'approval' && state.status === 'waiting' && !answers.choices.has(call.toolCallId),
    );
    const ids = { titleId: `${id}title`, leftId: `${id}left` };
    const given = { run, batch, commit, letters, focusOnBatch };
    return { ...given, items, forPeople, open, answers, lines, remembered, asking, setAsking, helpRef, ...ids };
  }, [id, run, batch, commit, letters, focusOnBatch, items, answers, lines, remembered, asking]);
}

function batchState({ answers, batch, items, open, commit }: BatchContextValue): BatchRootState['state'] {
  if (answers.status === 'sending') return 'sending';
  if (batch.sendsAt !== undefined) return 'chosen';
  if (items.every(({ state }) => state.status === 'decided')) return 'decided';
  return commit === 'review' && open.length === 0 && answers.choices.size > 0 ? 'chosen' : 'open';
}

/** Presses a button by key. The button may refuse, since it has just appeared or is unavailable. */
function pressIn(batch: HTMLElement, action: string): void {
  batch.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
}

/**
 * Focuses the title of the next or previous card, across all batches of the queue around; a line opens. Stops at either
 * end.
 */
function moveInQueue(batch: HTMLElement, way: 'next' | 'previous'): void {
  const queue = batch.closest('[data-cs="approval-queue"]') ?? batch;
  const titles = [
    ...queue.querySelectorAll<HTMLElement>('[data-card] [data-cs="card-title"], [data-card][data-folded]'),
  ];
  const focused = focusedElement(batch);
  const card = focused?.closest('[data-card]') ?? null;
  const here = card === null ? -1 : titles.findIndex((title) => card.contains(title));
  const next = here < 0 ? fromOutside(titles, focused, way) : titles[here + (way === 'next' ? 1 : -1)];
  if (next?.matches('[data-folded]') === true) {
    next.click();
    return;
  }
  next?.focus({ preventScroll: true });
  scrollToNearest(next?.closest('[data-card]'));
}

/** Returns the neighbouring card of a heading or a footer. */
function fromOutside(
  titles: readonly HTMLElement[],
  from: Element | null,
  way: 'next' | 'previous',
): HTMLElement | undefined {
  if (from === null) return titles[0];
  const isAfter = (title: HTMLElement): boolean =>
    (from.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return way === 'next' ? titles.find(isAfter) : titles.filter((title) => !isAfter(title)).at(-1);
}

/** Returns the calls of a batch in the model's order, so that they read as a plan. */
function usePlan({ store }: Pick<UseAgentRunResult, 'store'>, batch: PendingBatch): readonly PendingItem[] {
  const { batchId, items } = batch;
  const ids = items.map(({ call }) => call.toolCallId).join('\n');
  // The model's order does not change while the calls are pending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look per batch
  const places = useMemo(() => placesOf(store.getState(), new Set(ids.split('\n'))), [store, batchId, ids]);
  return useMemo(() => inPlanOrder(items, places), [items, places]);
}

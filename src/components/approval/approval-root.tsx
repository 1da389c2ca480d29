'use client';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ToolPart } from '../../store/messages/call-record.js';
import { useSettled } from '../arming/use-settled.js';
import { isTyping, type KeyVerb, type Letters, verbOf } from '../card/keys.js';
import { focusedElement } from '../page-realm.js';
import { type Part, part } from '../part/part.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import {
  ApprovalContext,
  type ApprovalContextValue,
  type ApprovalPartState,
  type FoldChoice,
  partState,
} from './approval-context.js';
import { viewOfItem, viewOfPart } from './approval-view.js';
import { type Answering, type AnswerVerb, useAnswering } from './use-answering.js';

/** A call that waits for a person: where it waits, and the call itself. */
export interface ApprovalItemSource {
  /** The conversation that waits. */
  readonly run: UseAgentRunResult;
  /** The call that needs a yes. */
  readonly item: PendingItem;
  /** The batch that it belongs to. */
  readonly batch: PendingBatch;
  /**
   * `off`: no letter answers, and no button names one. They answer only half a second after a person brought the focus, and never while
   * someone types. Default: as the batch around has it, or `on`.
   */
  readonly letters?: Letters | undefined;
  readonly part?: undefined;
}

/** A call as it stands in a message: being written, running, or over. It is shown and not answered. */
export interface ApprovalMessageSource {
  readonly part: ToolPart;
}

/** Props of `Approval.Root`. */
export type ApprovalRootProps = ApprovalItemSource | ApprovalMessageSource;

/**
 * One call and what its parts share: a group that is named by its title. Each part shows itself only where its call is in a state
 * that has a use for it. Keys (A, E, D, L) press the buttons while the focus is inside.
 *
 * @example
 * <Approval.Root run={run} item={item} batch={batch}>
 *   <Approval.Title /><Approval.Reason /><Approval.Input /><Approval.Approve /><Approval.Deny /><Approval.ReasonForm /><Approval.Problem />
 * </Approval.Root>
 */
export const ApprovalRoot: Part<'section', ApprovalPartState, ApprovalRootProps> = part(
  'Approval.Root',
  'section',
  (props) =>
    props.part === undefined ? (
      // Another call is another card: nothing that was begun, chosen or armed for one counts for the next.
      <ItemRoot key={props.item.id} {...props} />
    ) : (
      <MessageRoot key={props.part.toolCallId} {...props} />
    ),
);

const MessageRoot: Part<'section', ApprovalPartState, ApprovalMessageSource> = part(
  'Approval.MessageRoot',
  'section',
  ({ part, children, ...props }, render) => {
    const titleId = useId();
    const view = useMemo(() => viewOfPart(part), [part]);
    return render(props, {
      'data-cs': 'approval-card',
      state: partState(view),
      role: 'group',
      'aria-labelledby': titleId,
      children: provide({ view, titleId, answering: null, fold: null }, children),
    });
  },
);

const ItemRoot: Part<'section', ApprovalPartState, ApprovalItemSource> = part(
  'Approval.ItemRoot',
  'section',
  ({ run, item, batch, part: _, letters, children, ...props }, render) => {
    const titleId = useId();
    const cardRef = useRef<HTMLElement>(null);
    const { answering, arming } = useAnswering({ run, item, batch, cardRef, letters });
    const { attempt, mode, isBusy, choice, draft } = answering;
    const view = viewOfItem(item, batch, {
      attempt,
      arming: mode === 'buttons' ? arming : 'armed',
      draft: draft.draft,
      choice: choice?.status ?? 'none',
      shown: answering.edited.item.call,
    });
    const fold = useFold();
    useFocusBack(cardRef, mode);
    return render(props, {
      'data-cs': 'approval-card',
      state: partState(view),
      role: 'group',
      'aria-labelledby': titleId,
      'aria-busy': isBusy || undefined,
      'data-card': view.toolCallId,
      // It waits for an answer of a person: where the focus may go on to.
      'data-open': mode === 'closed' || isBusy ? undefined : '',
      onKeyDown: (event) => pressByKey(event, answering),
      ref: cardRef,
      children: provide({ view, titleId, answering, fold }, children),
    });
  },
);

function provide(value: ApprovalContextValue, children: ReactNode): ReactElement {
  return (
    <ApprovalContext.Provider value={value}>
      <CallSecrets.Provider value={value.view.secrets}>{children}</CallSecrets.Provider>
    </ApprovalContext.Provider>
  );
}

/** What becomes of the input: the parts that show it see whether it can be folded. */
function useFold(): ApprovalContextValue['fold'] {
  const id = useId();
  const [chosen, setChosen] = useState<FoldChoice>();
  const [first, setFirst] = useState<FoldChoice>('folded');
  return { id, chosen, setChosen, isSettled: useSettled(), first, setFirst };
}

/** A choice that is taken back takes its button away: the focus goes to the title, unless it is somewhere else. */
function useFocusBack(cardRef: RefObject<HTMLElement | null>, mode: Answering['mode']): void {
  const before = useRef(mode);
  useEffect(() => {
    const wasClosed = before.current === 'closed';
    before.current = mode;
    const card = cardRef.current;
    if (!wasClosed || mode === 'closed' || card === null) return;
    if (focusedElement(card) === null) card.querySelector<HTMLElement>('[data-cs="card-title"]')?.focus();
  }, [cardRef, mode]);
}

/** What a key presses; a destructive call is approved only with a modifier, or by its button. */
function verbFor(verb: KeyVerb | null, isDestructive: boolean): AnswerVerb | null {
  switch (verb) {
    case 'approve':
      return isDestructive ? null : 'approve';
    case 'approve-destructive':
      return isDestructive ? 'approve' : null;
    case 'edit':
    case 'deny':
    case 'defer':
      return verb;
    default:
      return null;
  }
}

function pressByKey(event: KeyboardEvent<HTMLElement>, answering: Answering): void {
  const { item, mode, isBusy, buttons, isDeliberate, letters } = answering;
  if (mode !== 'buttons' || isBusy || letters.letters === 'off') return;
  const key = verbOf(event);
  const isDestructive = item.call.risk === 'destructive';
  const verb = verbFor(key, isDestructive);
  const button = verb === null ? undefined : buttons.current?.get(verb);
  if (button === undefined) {
    if (isTyping(event)) letters.ignore(key === 'approve' && isDestructive ? 'destructive' : null);
    return;
  }
  event.preventDefault();
  if (!letters.isReady()) {
    letters.ignore('early');
    return;
  }
  letters.forget();
  isDeliberate.current = key === 'approve-destructive';
  button.click();
  isDeliberate.current = false;
}

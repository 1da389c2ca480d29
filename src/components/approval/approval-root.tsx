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
import type { ToolPart } from '../../conversation/messages/call-record.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
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

/** A pending call with its conversation. */
export interface ApprovalItemSource {
  /** The conversation of the call. */
  readonly run: UseAgentRunResult;
  /** The call that needs approval. */
  readonly item: PendingItem;
  /** The batch of the call. */
  readonly batch: PendingBatch;
  /**
   * `off`: letters do not answer, and buttons show none. Letters become active half a second after the user focuses the
   * card, and are ignored while typing. Default: the setting of the batch around, or `on`.
   */
  readonly letters?: Letters | undefined;
  readonly part?: undefined;
}

/** A call in a message: streaming, executing or finished. It is shown and cannot be answered. */
interface ApprovalMessageSource {
  readonly part: ToolPart;
}

/** Props of `Approval.Root`. */
type ApprovalRootProps = ApprovalItemSource | ApprovalMessageSource;

/**
 * Provides one call to its parts: a group named by its title. Each part renders only in the states of the call that
 * need it. Keys (A, E, D, L) press the buttons while the focus is inside.
 *
 * @example
 * <Approval.Root run={run} item={item} batch={batch}>
 *   <Approval.Title /><Approval.Reason /><Approval.Input />
 *   <Approval.Approve /><Approval.Deny /><Approval.ReasonForm /><Approval.Problem />
 * </Approval.Root>
 */
export const ApprovalRoot: Part<'section', ApprovalPartState, ApprovalRootProps> = part(
  'Approval.Root',
  'section',
  (props) =>
    props.part === undefined ? (
      // Another call is another card: drafts, choices and arming of one call never apply to the next.
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
      // It waits for a person's answer, so the focus may move here.
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

/** Returns the folding of the input, so that the parts that show it know if it can be folded. */
function useFold(): ApprovalContextValue['fold'] {
  const id = useId();
  const [chosen, setChosen] = useState<FoldChoice>();
  const [first, setFirst] = useState<FoldChoice>('folded');
  return { id, chosen, setChosen, isSettled: useSettled(), first, setFirst };
}

/** Moves the focus to the title when retracting a choice removes the focused button, unless the focus is elsewhere. */
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

/** Returns the verb of a key; a destructive call is approved only with a modifier, or by its button. */
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

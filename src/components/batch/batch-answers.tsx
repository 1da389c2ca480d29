'use client';
import { useContext, useRef } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext, type BatchContextValue } from '../card/batch-context.js';
import type { BulkAction } from '../card/batch-lines.js';
import { keyMap } from '../card/keys.js';
import { scrollToNearest } from '../page-gaps.js';
import { Announcer } from '../part/announcer.js';
import { composeRefs } from '../part/compose-refs.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { BatchButton, type BatchButtonState } from './batch-button.js';
import { ClaimFocus } from './batch-footer.js';
import { Reviewed } from './batch-words.js';
import { type Bulk, bulkOf } from './bulk.js';
import { endOfCard, useSeen } from './use-seen.js';

interface BulkControl extends Bulk, Pick<BatchContextValue, 'open' | 'leftId' | 'answers' | 'lines'> {
  /** `shown`: there are several calls to answer, and no reason is being typed. */
  readonly state: 'shown' | 'hidden';
  readonly isBusy: boolean;
  readonly answer: (items: readonly PendingItem[], decision: true | 'defer') => void;
}

/** Returns what the buttons for several calls share. */
function useBulk(part: string): BulkControl {
  const { run, open, answers, lines, asking, leftId } = useWithin(BatchContext, part);
  const drafts = useConversation(run, (state) => state.drafts);
  const claimFocus = useContext(ClaimFocus);
  return {
    ...bulkOf(open, drafts),
    open,
    leftId,
    answers,
    lines,
    state: open.length < 2 || asking !== 'nothing' ? 'hidden' : 'shown',
    isBusy: answers.status === 'sending',
    answer: (items, decision) => {
      claimFocus();
      lines.show(null);
      answers.decideEach(items, decision);
    },
  };
}

interface ApproveSeveralProps {
  readonly action: BulkAction;
  readonly bulk: BulkControl;
  /** The calls that it would approve. */
  readonly items: readonly PendingItem[];
  readonly words: Readonly<Record<'answer' | 'show', string>>;
}

/**
 * Approves several calls at one press when all of them are cards. If some are lines, the first press opens the calls to
 * approve. The button then approves these, once all of them have been on screen; another one moves to the next of those
 * that have not, and a third one goes back.
 */
const ApproveSeveral: Part<'button', BatchButtonState, ApproveSeveralProps> = part(
  'ApproveSeveral',
  'button',
  (given) => {
    const { action, bulk, items, words, ref, ...props } = given;
    const strings = useWords(batchStrings);
    const { lines, isBusy, answer } = bulk;
    const button = useRef<HTMLButtonElement>(null);
    const shown = lines.shown?.by === action ? lines.shown.ids : undefined;
    const approved = shown === undefined ? items : items.filter(({ id }) => shown.has(id));
    const seen = useSeen(button, shown === undefined ? '' : callIdsOf(approved));
    const unseen = approved.filter(({ call }) => !seen.has(call.toolCallId));
    const isFirst = lines.layout === 'lines' && (shown === undefined || approved.length === 0);
    const next = shown === undefined ? undefined : unseen[0];
    const isReview = shown !== undefined && !isFirst;
    const press = (): void => {
      if (isFirst) lines.show({ by: action, ids: new Set(items.map(({ id }) => id)) });
      else answer(approved, true);
    };
    const showNext = (): void => {
      if (next !== undefined && button.current !== null)
        scrollToNearest(endOfCard(button.current, next.call.toolCallId)[0]);
    };
    const label = isFirst ? words.show : isReview ? strings.approveShown(approved.length) : words.answer;
    return (
      <>
        <BatchButton
          ref={composeRefs(button, ref)}
          action={action}
          look={isReview ? 'primary' : 'plain'}
          unavailable={isBusy || next !== undefined}
          approves={isFirst || next !== undefined ? undefined : callIdsOf(approved)}
          onPress={press}
          {...props}
        >
          {props.children ?? label}
        </BatchButton>
        {next === undefined ? null : (
          <BatchButton action="show-next" onPress={showNext}>
            {strings.showNext(unseen.length)}
          </BatchButton>
        )}
        {isReview ? (
          <>
            <BatchButton
              action="end-review"
              look="quiet"
              // The second press of a double click was meant for the button that opened the review.
              onPress={({ detail }) => (detail > 1 ? undefined : lines.show(null))}
            >
              {strings.endReview}
            </BatchButton>
            <Reviewed items={approved} />
          </>
        ) : null}
        {lines.layout === 'lines' ? (
          <Announcer id={action} text={isFirst ? '' : strings.shownBelow(approved.length)} />
        ) : null}
      </>
    );
  },
);

/**
 * Approves every open call except destructive ones and those with a draft; `Batch.Left` names these. Shown while there
 * are several calls to answer. If some of them are lines, the first press opens them with their inputs, and the next
 * press approves them once all of them have been on screen. Until then they are named.
 */
export const BatchApproveAll: Part<'button', BatchButtonState> = part('Batch.ApproveAll', 'button', (props) => {
  const strings = useWords(queueStrings);
  const batch = useWords(batchStrings);
  const bulk = useBulk('Batch.ApproveAll');
  const { state, approvable, open, left, leftId, lines } = bulk;
  if (state === 'hidden' || approvable.length === 0 || bulk.lines.shown?.by === 'approve-low-risk') return null;
  const all = approvable.length === open.length;
  const words = {
    answer: all ? strings.approveAll : strings.approveOthers(approvable.length),
    show: batch.showToApprove(approvable.length),
  };
  const isLeftNamed = left.length > 0 && lines.layout === 'cards';
  const own = { action: 'approve-all', bulk, items: approvable, words } as const;
  return <ApproveSeveral aria-describedby={isLeftNamed ? leftId : undefined} {...own} {...props} />;
});

/**
 * Approves the low-risk calls. Shown when there are some, and others that `Batch.ApproveAll` would approve too. If some
 * of them are lines, it works like `Batch.ApproveAll`.
 */
export const BatchApproveLowRisk: Part<'button', BatchButtonState> = part('Batch.ApproveLowRisk', 'button', (props) => {
  const strings = useWords(batchStrings);
  const bulk = useBulk('Batch.ApproveLowRisk');
  const { state, approvable, lowRisk } = bulk;
  if (state === 'hidden' || lowRisk.length === 0 || lowRisk.length === approvable.length) return null;
  if (bulk.lines.shown?.by === 'approve-all') return null;
  const words = { answer: strings.approveLowRisk(lowRisk.length), show: strings.showLowRisk(lowRisk.length) };
  return <ApproveSeveral action="approve-low-risk" bulk={bulk} items={lowRisk} words={words} {...props} />;
});

/** Asks for one reason for all calls (`Batch.DenyReason`). Shown while there are several calls to answer. */
export const BatchDenyAll: Part<'button', BatchButtonState> = part('Batch.DenyAll', 'button', (props) => {
  const strings = useWords(queueStrings);
  const { setAsking } = useWithin(BatchContext, 'Batch.DenyAll');
  const { state, isBusy } = useBulk('Batch.DenyAll');
  if (state === 'hidden') return null;
  return (
    <BatchButton action="deny-all" unavailable={isBusy} onPress={() => setAsking('deny')} {...props}>
      {props.children ?? strings.denyAll}
    </BatchButton>
  );
});

/**
 * Leaves every open call for later: the run ends, and can be resumed to answer them. Shown while there are several
 * calls to answer.
 */
export const BatchDeferAll: Part<'button', BatchButtonState> = part('Batch.DeferAll', 'button', (props) => {
  const strings = useWords(batchStrings);
  const { state, isBusy, open, answer } = useBulk('Batch.DeferAll');
  if (state === 'hidden') return null;
  return (
    <BatchButton action="defer-all" look="quiet" unavailable={isBusy} onPress={() => answer(open, 'defer')} {...props}>
      {props.children ?? strings.deferAll}
    </BatchButton>
  );
});

/**
 * Sends the choices of a review together; rejected ones are reported on their cards. Sends a batch that waits for its
 * `sendDelay` now, and resends one that a server rejected. Renders nothing when each answer is sent at its press.
 */
export const BatchSubmit: Part<'button', BatchButtonState> = part('Batch.Submit', 'button', (props) => {
  const strings = useWords(batchStrings);
  const { run, batch, commit, answers, open, items, asking } = useWithin(BatchContext, 'Batch.Submit');
  const claimFocus = useContext(ClaimFocus);
  const isHeld = batch.refused !== undefined && items.every(({ state }) => state.status === 'decided');
  if (batch.sendsAt !== undefined || isHeld) {
    // An answer that is sent by itself needs no prominent button.
    return (
      <BatchButton
        action="submit"
        look={isHeld ? 'primary' : 'quiet'}
        shortcut={keyMap.submit}
        approves={callIdsOf(items)}
        onPress={() => {
          claimFocus();
          run.sendNow(batch.batchId);
        }}
        {...props}
      >
        {props.children ?? (isHeld ? strings.sendAgain : strings.sendNow)}
      </BatchButton>
    );
  }
  if (commit !== 'review' || asking !== 'nothing') return null;
  const chosen = items.filter(({ call }) => answers.choices.has(call.toolCallId));
  const isBusy = answers.status === 'sending';
  const isReady = open.length === 0 && chosen.length > 0;
  if (open.length === 0 && chosen.length === 0) return null;
  return (
    <BatchButton
      action="submit"
      look="primary"
      shortcut={keyMap.submit}
      unavailable={isBusy || !isReady}
      approves={`${callIdsOf(chosen)} ${isReady}`}
      onPress={() => {
        claimFocus();
        answers.submit(chosen);
      }}
      {...props}
    >
      {props.children ?? (isBusy ? strings.submitting : strings.submit(chosen.length))}
    </BatchButton>
  );
});

function callIdsOf(items: readonly PendingItem[]): string {
  return items.map(({ call }) => call.toolCallId).join(' ');
}

'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useContext } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { ownMember } from '../../protocol/base/record.js';
import type { Draft } from '../../store/conversation-state.js';
import { approvalStrings } from '../approval/approval-strings.js';
import { type BatchContextValue, useBatch } from '../card/batch-context.js';
import { keyMap } from '../card/keys.js';
import { useWords } from '../strings-provider.js';
import { BatchButton, type BatchButtonProps, type BatchButtonState } from './batch-button.js';
import { ClaimFocus } from './batch-footer.js';
import { batchStrings } from './batch-strings.js';

type ButtonPart = ForwardRefExoticComponent<BatchButtonProps & RefAttributes<HTMLButtonElement>>;

interface BulkControl extends Bulk, Pick<BatchContextValue, 'open' | 'leftId' | 'answers'> {
  /** Whether there are several to be answered alike, and nobody is giving a reason. */
  readonly state: 'shown' | 'hidden';
  readonly isBusy: boolean;
  readonly answer: (items: readonly PendingItem[], decision: true | 'defer') => void;
}

/** What the buttons for several calls have in common. */
function useBulk(part: string): BulkControl {
  const { run, open, answers, asking, leftId } = useBatch(part);
  const drafts = useConversation(run, (state) => state.drafts);
  const claimFocus = useContext(ClaimFocus);
  return {
    ...bulkOf(open, drafts),
    open,
    leftId,
    answers,
    state: open.length < 2 || asking !== 'nothing' ? 'hidden' : 'shown',
    isBusy: answers.status === 'sending',
    answer: (items, decision) => {
      claimFocus();
      answers.decideEach(items, decision);
    },
  };
}

/** Approves every open call but destructive ones and those that someone is at work on; `Batch.Left` names these. Shown while it has several to answer. */
export const BatchApproveAll: ButtonPart = forwardRef(function BatchApproveAll(props: BatchButtonProps, ref) {
  const strings = useWords(approvalStrings);
  const { state, approvable, open, left, leftId, isBusy, answer } = useBulk('Batch.ApproveAll');
  if (state === 'hidden' || approvable.length === 0) return null;
  return (
    <BatchButton
      ref={ref}
      action="approve-all"
      unavailable={isBusy}
      approves={callIdsOf(approvable)}
      aria-describedby={left.length > 0 ? leftId : undefined}
      onPress={() => answer(approvable, true)}
      {...props}
    >
      {props.children ??
        (approvable.length === open.length ? strings.approveAll : strings.approveOthers(approvable.length))}
    </BatchButton>
  );
});

export declare namespace BatchApproveAll {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

/** Approves the calls of low risk. Shown where there are such, and others beside them that `Batch.ApproveAll` would approve too. */
export const BatchApproveLowRisk: ButtonPart = forwardRef(function BatchApproveLowRisk(props: BatchButtonProps, ref) {
  const strings = useWords(batchStrings);
  const { state, approvable, lowRisk, isBusy, answer } = useBulk('Batch.ApproveLowRisk');
  if (state === 'hidden' || lowRisk.length === 0 || lowRisk.length === approvable.length) return null;
  return (
    <BatchButton
      ref={ref}
      action="approve-low-risk"
      unavailable={isBusy}
      approves={callIdsOf(lowRisk)}
      onPress={() => answer(lowRisk, true)}
      {...props}
    >
      {props.children ?? strings.approveLowRisk(lowRisk.length)}
    </BatchButton>
  );
});

export declare namespace BatchApproveLowRisk {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

/** Asks for a reason for all (`Batch.DenyReason`). Shown while there are several to answer. */
export const BatchDenyAll: ButtonPart = forwardRef(function BatchDenyAll(props: BatchButtonProps, ref) {
  const strings = useWords(approvalStrings);
  const { setAsking } = useBatch('Batch.DenyAll');
  const { state, isBusy } = useBulk('Batch.DenyAll');
  if (state === 'hidden') return null;
  return (
    <BatchButton ref={ref} action="deny-all" unavailable={isBusy} onPress={() => setAsking('deny')} {...props}>
      {props.children ?? strings.denyAll}
    </BatchButton>
  );
});

export declare namespace BatchDenyAll {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

/** Leaves every open call for later: the run ends, and goes on once they are answered. Shown while there are several to answer. */
export const BatchDeferAll: ButtonPart = forwardRef(function BatchDeferAll(props: BatchButtonProps, ref) {
  const strings = useWords(batchStrings);
  const { state, isBusy, open, answer } = useBulk('Batch.DeferAll');
  if (state === 'hidden') return null;
  return (
    <BatchButton
      ref={ref}
      action="defer-all"
      look="quiet"
      unavailable={isBusy}
      onPress={() => answer(open, 'defer')}
      {...props}
    >
      {props.children ?? strings.deferAll}
    </BatchButton>
  );
});

export declare namespace BatchDeferAll {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

/**
 * Sends the choices of a review, all at once; what is not taken is told at its card. Where an answered batch waits out the `sendDelay`,
 * sends it now. Nothing where each answer goes out at its press.
 */
export const BatchSubmit: ButtonPart = forwardRef(function BatchSubmit(props: BatchButtonProps, ref) {
  const strings = useWords(batchStrings);
  const { run, batch, commit, answers, open, items, asking } = useBatch('Batch.Submit');
  const claimFocus = useContext(ClaimFocus);
  if (batch.sendsAt !== undefined) {
    return (
      <BatchButton
        ref={ref}
        action="submit"
        look="primary"
        shortcut={keyMap.submit}
        approves={callIdsOf(items)}
        onPress={() => {
          claimFocus();
          run.sendNow(batch.batchId);
        }}
        {...props}
      >
        {props.children ?? strings.sendNow}
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
      ref={ref}
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

export declare namespace BatchSubmit {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

function callIdsOf(items: readonly PendingItem[]): string {
  return items.map(({ call }) => call.toolCallId).join(' ');
}

/** The open calls of a batch, by what one press may say to them. */
export interface Bulk {
  /** What “approve all” approves. */
  readonly approvable: readonly PendingItem[];
  /** Of these, the ones of low risk. */
  readonly lowRisk: readonly PendingItem[];
  /** What “approve all” leaves to be approved one by one. */
  readonly left: readonly PendingItem[];
}

/** One press never approves something destructive, nor a card on which someone has begun to edit or to deny. */
export function bulkOf(open: readonly PendingItem[], drafts: Readonly<Record<string, Draft>>): Bulk {
  const isApprovable = ({ id, call }: PendingItem): boolean =>
    call.risk !== 'destructive' && ownMember(drafts, id) === undefined;
  const approvable = open.filter(isApprovable);
  return {
    approvable,
    lowRisk: approvable.filter(({ call }) => call.risk === 'low'),
    left: open.filter((item) => !isApprovable(item)),
  };
}

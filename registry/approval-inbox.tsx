'use client';
import type { RunInbox } from 'countersign';
import { Inbox } from 'countersign/components';
import { ApprovalCard } from './approval-card';

interface ApprovalInboxProps {
  /** From `connectInbox`. Create it outside of the component. */
  readonly inbox: RunInbox;
}

/** The calls on a run server that this person may answer: a list, and the cards of one request beside it. */
export function ApprovalInbox({ inbox }: ApprovalInboxProps) {
  return (
    <Inbox.Root inbox={inbox} className="rounded-xl border bg-card p-6 text-card-foreground shadow-sm">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b pb-4">
        <Inbox.Title className="text-base font-semibold" />
        <Inbox.Pages />
      </header>
      <Inbox.Problem className="text-sm" />
      <Inbox.Empty className="py-8 text-center text-sm text-muted-foreground" />
      {/* These names bring the layout: two panes, or on a phone the list until a request is chosen. */}
      <div data-cs="inbox-panes">
        <Inbox.List />
        <div data-cs="inbox-detail">
          <Inbox.Back className="rounded-md text-sm" />
          <Inbox.Waiting card={ApprovalCard} />
        </div>
      </div>
      <Inbox.Decided />
      <Inbox.News className="text-sm" />
      <Inbox.History />
    </Inbox.Root>
  );
}

'use client';
import type { ComponentProps, ReactElement } from 'react';
import { InboxDecided, InboxPages } from './inbox-decided.js';
import { InboxHistory } from './inbox-history.js';
import { InboxBack, InboxList } from './inbox-list.js';
import {
  InboxEmpty,
  InboxNews,
  InboxProblem,
  InboxTitle,
  InboxWaiting,
  type InboxWaitingProps,
} from './inbox-parts.js';
import { InboxRoot } from './inbox-root.js';

/** Props of {@link ApprovalInbox}. */
type ApprovalInboxProps = Pick<ComponentProps<typeof InboxRoot>, 'inbox' | 'clientTools' | 'className' | 'id'> &
  Pick<InboxWaitingProps, 'commit' | 'letters' | 'fold' | 'card'>;

/**
 * The pending requests on a run server for the current user, of runs that anybody started: a list, the cards of one
 * request beside it, the news, the history, and what the user has decided. It is made of the parts in `Inbox` only.
 *
 * @example <ApprovalInbox inbox={connectInbox({ url: '/agents' })} />
 */
export function ApprovalInbox({ inbox, clientTools, className, id, ...waiting }: ApprovalInboxProps): ReactElement {
  return (
    <InboxRoot inbox={inbox} {...(clientTools === undefined ? {} : { clientTools })} className={className} id={id}>
      <div data-cs="inbox-header">
        <InboxTitle />
        <InboxPages />
      </div>
      <InboxProblem />
      <InboxEmpty />
      <div data-cs="inbox-panes">
        <InboxList />
        <div data-cs="inbox-detail">
          <InboxBack />
          <InboxWaiting {...waiting} />
        </div>
      </div>
      <InboxDecided />
      <InboxNews />
      <InboxHistory />
    </InboxRoot>
  );
}

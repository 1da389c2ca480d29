'use client';
import { useId, useSyncExternalStore } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { ClientTools } from '../../hooks/client-tools.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type InboxState, type RunInbox, useRunInbox } from '../../hooks/use-run-inbox.js';
import { type Part, part } from '../part/part.js';
import { BatchViewContext } from '../shared/batch-places.js';
import { useInboxChoice } from './inbox-choice.js';
import { InboxContext } from './inbox-context.js';

type RootState = Readonly<{ status: InboxState['status']; empty: boolean; view: 'list' | 'detail' }>;

/** Props of `Inbox.Root`. */
interface InboxRootProps {
  /** The inbox, from `connectInbox`. */
  readonly inbox: RunInbox;
  /** The components for external calls, as for `useAgentRun`; keep the object stable. Default: a form. */
  readonly clientTools?: ClientTools;
}

/**
 * Provides the pending calls on a run server for the current user to the parts inside: a region named by `Inbox.Title`.
 *
 * @example <Inbox.Root inbox={inbox}><Inbox.Title /><Inbox.Empty /><Inbox.Waiting /></Inbox.Root>
 */
export const InboxRoot: Part<'section', RootState, InboxRootProps> = part('Inbox.Root', 'section', (props) => {
  // Drafts of one inbox are not used in another.
  return <OneInbox key={props.inbox.id} {...props} />;
});

const OneInbox: Part<'section', RootState, InboxRootProps> = part(
  'OneInbox',
  'section',
  ({ inbox, clientTools, children, ...props }, render) => {
    const run = useRunInbox(inbox, clientTools);
    const titleId = useId();
    const state = useSyncExternalStore(inbox.subscribe, inbox.state, inbox.state);
    const pending = useConversation(run, (state) => state.pending);
    const count = pending.reduce((sum, { items }) => sum + items.filter(isWaiting).length, 0);
    const choice = useInboxChoice(pending, state.asked);
    const control = { ...state, inbox, run, count, batches: pending.length, choice, titleId };
    return render(props, {
      'data-cs': 'inbox',
      state: { status: state.status, empty: count === 0, view: choice.view },
      'aria-labelledby': titleId,
      children: (
        <InboxContext.Provider value={control}>
          <BatchViewContext.Provider value="list">{children}</BatchViewContext.Provider>
        </InboxContext.Provider>
      ),
    });
  },
);

function isWaiting({ state }: PendingItem): boolean {
  return state.status !== 'decided';
}

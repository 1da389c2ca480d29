'use client';
import { type ReactElement, useRef, useState } from 'react';
import type { Decision } from '../../approval/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { defaultDenial, toolDenied } from '../../protocol/make-answer.js';
import { ownMember } from '../../protocol/record.js';
import type { Draft } from '../../store/conversation-state.js';
import { Button } from '../shared/button.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { useStrings } from '../strings-provider.js';
import { ReasonForm } from './reason-form.js';
import { useDecideEach } from './use-decide-each.js';

/** Props of {@link BatchFooter}. */
export interface BatchFooterProps {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
}

/** What can be said to all open approvals of a batch, and that all answers go back together. */
export function BatchFooter({ run, batch }: BatchFooterProps): ReactElement {
  const strings = useStrings().approval;
  const footer = useRef<HTMLElement>(null);
  const drafts = useConversation(run, (state) => state.drafts);
  const [reason, setReason] = useState<string | null>(null);
  const open = batch.items.filter((item) => item.kind === 'approval' && item.state.status === 'open');
  const harmless = open.filter((item) => isApprovedInBulk(item, drafts));
  const claimFocus = useFocusHandoff(footer, open.length < 2);
  const { status, refused, decideEach } = useDecideEach(run);
  const answer = (items: readonly PendingItem[], decision: Decision): void => {
    claimFocus();
    decideEach(items, decision);
  };
  const denyAll = (): void => {
    setReason(null);
    answer(open, reason === null || reason.trim() === '' ? toolDenied() : toolDenied(reason.trim()));
  };
  const isBusy = status === 'sending';

  return (
    <footer data-slot="batch-footer" ref={footer} aria-busy={isBusy || undefined}>
      {open.length < 2 || reason !== null ? null : (
        <>
          {harmless.length === 0 ? null : (
            <Button action="approve-all" unavailable={isBusy} onPress={() => answer(harmless, true)}>
              {harmless.length === open.length ? strings.approveAll : strings.approveOthers(harmless.length)}
            </Button>
          )}
          <Button action="deny-all" unavailable={isBusy} onPress={() => setReason('')}>
            {strings.denyAll}
          </Button>
        </>
      )}
      {open.length < 2 || reason === null ? null : (
        <ReasonForm
          label={strings.denyLabel}
          fallback={defaultDenial}
          submitLabel={strings.denyAllWith}
          reason={reason}
          isBusy={isBusy}
          takesFocus
          onReason={setReason}
          onSubmit={denyAll}
          onBack={() => setReason(null)}
        />
      )}
      {refused === 0 ? null : (
        <p data-slot="problem" role="alert">
          {strings.bulkProblem(refused)}
        </p>
      )}
      <p data-slot="batch-note">{strings.together}</p>
    </footer>
  );
}

/** One press never approves something destructive, nor a card on which someone has begun to edit or to deny. */
function isApprovedInBulk({ call }: PendingItem, drafts: Readonly<Record<string, Draft>>): boolean {
  return call.risk !== 'destructive' && ownMember(drafts, call.toolCallId) === undefined;
}

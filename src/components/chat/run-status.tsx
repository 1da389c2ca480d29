'use client';
import type { ReactElement } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { ConversationStatus } from '../../store/conversation-state.js';
import type { ChatStrings } from '../strings.js';
import { useStrings } from '../strings-provider.js';

/** Props of {@link RunStatus}. */
export interface RunStatusProps {
  /** The conversation whose state is told. */
  readonly run: UseAgentRunResult;
}

/** What the run does now, how the last one ended when that was not by an answer, and what it used. */
export function RunStatus({ run }: RunStatusProps): ReactElement {
  const strings = useStrings().chat;
  const status = useConversation(run, (state) => state.status);
  const outcome = useConversation(run, (state) => state.outcome);
  const error = useConversation(run, (state) => state.error);
  const usage = useConversation(run, (state) => state.usage);
  return (
    <div data-slot="run-status" data-status={status}>
      <p data-slot="run-state">{statusWords(status, outcome, strings)}</p>
      {usage.requests === 0 ? null : (
        <p data-slot="run-usage" dir="auto">
          {strings.tokens(usage.inputTokens, usage.outputTokens)}
        </p>
      )}
      <div data-slot="run-error" role="alert" dir="auto">
        {status === 'failed' && error !== null ? error.message : null}
      </div>
    </div>
  );
}

function statusWords(status: ConversationStatus, outcome: RunOutcome<unknown> | null, strings: ChatStrings): string {
  return status === 'idle' && outcome?.type === 'aborted' ? strings.stopped(outcome.reason) : strings.status[status];
}

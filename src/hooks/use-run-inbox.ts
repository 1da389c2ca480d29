'use client';
import { useEffect, useRef } from 'react';
import type { RunInbox } from '../remote/run-protocol/run-inbox.js';
import type { ClientTools } from './client-tools.js';
import { type UseAgentRunResult, useOwnedRun } from './use-agent-run.js';

export type { InboxDecision } from '../remote/run-protocol/inbox-decisions.js';
export type { InboxNews, InboxState, RunInbox } from '../remote/run-protocol/run-inbox.js';
export type { ListedRun } from '../remote/run-protocol/run-record.js';

const none: ClientTools = {};

/**
 * Polls an inbox, and at once when the page becomes visible. Unmounting stops only that. Another inbox starts anew.
 *
 * @param clientTools the components for external calls. Default: a form.
 * @returns the pending calls, as the `pending` of a conversation.
 */
export function useRunInbox({ agent, refresh }: RunInbox, clientTools: ClientTools = none): UseAgentRunResult {
  const run = useOwnedRun({ agent, clientTools }, agent);
  const started = useRef<UseAgentRunResult['start']>(undefined);
  const { start } = run;
  useEffect(() => {
    // Once for each inbox: StrictMode runs effects again for the same conversation.
    if (started.current !== start) start('What waits for me?');
    started.current = start;
  }, [start]);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) refresh();
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [refresh]);
  return run;
}

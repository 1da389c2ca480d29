'use client';
import { useEffect, useRef } from 'react';
import type { RunInbox } from '../remote/run-protocol/run-inbox.js';
import type { ClientTools } from './client-tools.js';
import { type UseAgentRunResult, useKeyedRun } from './use-agent-run.js';

export type { InboxDecision } from '../remote/run-protocol/inbox-decisions.js';
export type { InboxNews, InboxState, RunInbox } from '../remote/run-protocol/run-inbox.js';
export type { ListedRun } from '../remote/run-protocol/run-record.js';

const none: ClientTools = {};

/**
 * Polls an inbox, and refreshes it at once when the page becomes visible or online. Unmounting stops only the polling:
 * the runs continue on the server. With another inbox, a new conversation begins.
 *
 * @param clientTools the components for external calls. Default: a form.
 * @returns the pending calls, as the `pending` of a conversation.
 */
export function useRunInbox({ agent, refresh }: RunInbox, clientTools: ClientTools = none): UseAgentRunResult {
  const run = useKeyedRun({ agent, clientTools }, agent);
  const started = useRef<UseAgentRunResult['start']>(undefined);
  const { start } = run;
  useEffect(() => {
    // Starts once for each inbox, because StrictMode runs effects twice. The agent of an inbox ignores the prompt.
    if (started.current !== start) start('List the requests that wait for me.');
    started.current = start;
  }, [start]);
  useEffect(() => {
    const refreshIfVisible = (): void => {
      if (!document.hidden) refresh();
    };
    document.addEventListener('visibilitychange', refreshIfVisible);
    addEventListener('online', refreshIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible);
      removeEventListener('online', refreshIfVisible);
    };
  }, [refresh]);
  return run;
}

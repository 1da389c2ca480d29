'use client';
import { useEffect, useRef } from 'react';
import type { RunInbox } from '../agent/run-server/run-inbox.js';
import type { ClientTools } from './client-tools.js';
import { type UseAgentRunResult, useOwnedRun } from './use-agent-run.js';

export type { InboxNews, InboxState, RunInbox } from '../agent/run-server/run-inbox.js';
export type { ListedRun } from '../agent/run-server/run-record.js';

const none: ClientTools = {};

/**
 * Asks what waits, and asks at once when the page is looked at again. Unmounting ends nothing but that. Another inbox is asked anew.
 *
 * @param clientTools what people are shown for calls that need a result of theirs. Default: a form.
 * @returns what waits, as a conversation whose `pending` it is.
 */
export function useRunInbox({ agent, refresh }: RunInbox, clientTools: ClientTools = none): UseAgentRunResult {
  const run = useOwnedRun({ agent, clientTools }, agent);
  const begun = useRef<UseAgentRunResult['start']>(undefined);
  const { start } = run;
  useEffect(() => {
    // Once for each inbox: StrictMode runs effects again for the same conversation.
    if (begun.current !== start) start('What waits for me?');
    begun.current = start;
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

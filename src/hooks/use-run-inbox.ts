'use client';
import { useEffect, useRef } from 'react';
import type { RunInbox } from '../agent/run-server/run-inbox.js';
import type { ClientTools } from './client-tools.js';
import { type UseAgentRunResult, useAgentRun } from './use-agent-run.js';

export type { InboxNews, InboxState, RunInbox } from '../agent/run-server/run-inbox.js';
export type { ListedRun } from '../agent/run-server/run-record.js';

const none: ClientTools = {};

/**
 * Asks what waits, and asks at once when the page is looked at again. Unmounting ends nothing but that.
 *
 * @param clientTools what people are shown for calls that need a result of theirs. Default: a form.
 * @returns what waits, as a conversation whose `pending` it is.
 */
export function useRunInbox({ agent, refresh }: RunInbox, clientTools: ClientTools = none): UseAgentRunResult {
  const run = useAgentRun({ agent, clientTools });
  const isBegun = useRef(false);
  const { start } = run;
  useEffect(() => {
    // Once: what StrictMode mounts again goes on.
    if (!isBegun.current) start('What waits for me?');
    isBegun.current = true;
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

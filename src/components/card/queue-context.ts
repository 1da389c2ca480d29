'use client';
import { type Context, createContext } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useWithin } from '../part/use-within.js';

/** Provided by `Queue.Root`. */
export const QueueContext: Context<UseAgentRunResult | null> = createContext<UseAgentRunResult | null>(null);

/** The conversation whose calls the queue around shows. */
export function useQueue(part: string): UseAgentRunResult {
  return useWithin(QueueContext, {
    part,
    inside: 'Queue.Root run={…}',
    so: 'it does not know whose calls wait',
  });
}

'use client';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** Provided by `Queue.Root`. */
export const QueueContext: PartContext<UseAgentRunResult> = partContext(
  'Queue.Root run={…}',
  'it does not know whose calls wait',
);

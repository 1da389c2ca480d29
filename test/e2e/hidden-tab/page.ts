import { createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

/** The result of a run that nobody answered. */
export interface ExpiredRun {
  /** `document.visibilityState` at the request for approval, and at the end of the run. */
  readonly visibility: readonly string[];
  readonly output: unknown;
  /** The end of the call. */
  readonly end: string | undefined;
  /** The result of a press on the card after that. */
  readonly late: unknown;
  readonly executed: number;
}

/** Runs an agent whose only call expires after `after` milliseconds. */
async function expireAfter(after: number): Promise<ExpiredRun> {
  let executed = 0;
  const remove = tool({
    inputSchema: z.object({}),
    requiresApproval: true,
    execute: () => {
      executed += 1;
    },
  });
  const model = scriptedModel([{ calls: [{ toolName: 'remove', input: {} }] }, 'Nobody was there.']);
  const agent = createAgent({ model, tools: { remove } });
  const conversation = createConversation(() => ({ agent, expiry: { after } }));
  const visibility: string[] = [];
  const { store } = conversation;
  conversation.start('go');
  let toolCallId = '';
  await new Promise<void>((resolve) => {
    store.subscribe(({ pending, outcome }) => {
      const shown = pending[0]?.items[0]?.call.toolCallId;
      if (shown !== undefined && toolCallId === '') {
        toolCallId = shown;
        visibility.push(document.visibilityState);
      }
      if (outcome !== null) resolve();
    });
  });
  visibility.push(document.visibilityState);
  const { outcome, events } = store.getState();
  const end = events.slice().find((event) => event.type === 'tool-end');
  return {
    visibility,
    output: outcome?.type === 'completed' ? outcome.output : outcome?.type,
    end: end?.type === 'tool-end' ? end.end.status : undefined,
    late: await conversation.decide(toolCallId, true),
    executed,
  };
}

/**
 * Returns the duration of a chain of short timers in milliseconds. Browsers fire timers of a hidden page once
 * a second.
 */
async function throttling(): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < 3; count++) await new Promise((resolve) => setTimeout(resolve, 10));
  return performance.now() - start;
}

Object.assign(globalThis, { expireAfter, throttling });

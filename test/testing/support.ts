import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { createVirtualClock, type ScriptedTurn, scriptedModel, type VirtualClock } from 'countersign/testing';
import { z } from 'zod';

const path = z.object({ path: z.string() });

/** A conversation over a script, with one tool that asks and one that is external. */
export function makeConversation(turns: readonly ScriptedTurn[]): {
  readonly clock: VirtualClock;
  readonly conversation: Conversation;
  readonly removed: string[];
} {
  const clock = createVirtualClock();
  const removed: string[] = [];
  const remove = tool({
    inputSchema: path,
    requiresApproval: true,
    describe: (input) => ({ title: `Remove ${input.path}` }),
    execute: (input) => {
      removed.push(input.path);
      return 'removed';
    },
  });
  const pick = tool({ inputSchema: z.object({}), outputSchema: z.object({ name: z.string() }) });
  const { environment } = clock;
  const agent = createAgent({ model: scriptedModel(turns, environment), tools: { remove, pick }, environment });
  return { clock, removed, conversation: createConversation(() => ({ agent }), environment) };
}

/** A call of the tool that asks. */
export function removing(name: string) {
  return { toolName: 'remove', input: { path: name } };
}

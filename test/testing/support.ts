import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { createVirtualClock, type ScriptedTurn, scriptedModel, type VirtualClock } from 'countersign/testing';
import { z } from 'zod';

const path = z.object({ path: z.string() });

/** Makes a conversation with a script, one tool that requires approval and one external tool. */
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

/** Returns a call of the tool that requires approval. */
export function removeCall(name: string) {
  return { toolName: 'remove', input: { path: name } };
}

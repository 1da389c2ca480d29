import { type Agent, agentTool, createAgent, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

/** Does something outside of the page, which nobody can take back. */
export type Act = (about: { readonly call: string; readonly key: string; readonly path: string }) => Promise<string>;

const inputSchema = z.object({ path: z.string() });

/** A model that keeps no count of its own, as the page that holds it may end: what it says follows from what it was told. */
function resumableModel(turns: readonly ScriptedTurn[]) {
  const next: ScriptedTurn = ({ prompt }) => {
    const turn = turns[prompt.filter(({ role }) => role === 'assistant').length];
    if (turn === undefined || typeof turn === 'function') throw new Error('The script is at its end.');
    return turn;
  };
  return scriptedModel(Array.from({ length: 20 }, () => next));
}

const call = (toolName: string, toolCallId: string) => ({ toolName, toolCallId, input: { path: toolCallId } });

/** What a person says, one after the other, and the last words of each answer. */
export const talk = [
  { says: 'Go', hears: 'Done.' },
  { says: 'Thanks', hears: 'You are welcome.' },
] as const;

/** An agent whose first run has three model steps, with free calls, approvals, an edit, a result from elsewhere, and a sub-agent that asks. */
export function killedAgent(act: Act): Agent {
  const acting = (requiresApproval: boolean) =>
    tool({
      inputSchema,
      requiresApproval,
      execute: ({ path }, { toolCallId, idempotencyKey }) => act({ call: toolCallId, key: idempotencyKey, path }),
    });
  const inner = createAgent({
    name: 'inner',
    model: resumableModel([{ calls: [call('look', 'x'), call('write', 'y')] }, 'Found.']),
    tools: { look: acting(false), write: acting(true) },
  });
  return createAgent({
    model: resumableModel([
      { text: 'On it.', calls: [call('look', 'a'), call('write', 'b'), call('remove', 'c')] },
      { calls: [call('pick', 'd'), call('helper', 'e')] },
      talk[0].hears,
      talk[1].hears,
    ]),
    tools: {
      look: acting(false),
      write: acting(true),
      remove: acting(true),
      pick: tool({ inputSchema }),
      helper: agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ path }) => path }),
    },
  });
}

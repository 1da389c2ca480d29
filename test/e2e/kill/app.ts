import { type Agent, agentTool, createAgent, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

/** Does something outside of the page, which nobody can take back. */
export type Act = (about: { readonly call: string; readonly key: string; readonly path: string }) => Promise<string>;

/** Hears what the model is told: which calls it reads the results of, and how often it has spoken. */
export type Hear = (about: { readonly spoken: number; readonly results: readonly string[] }) => Promise<unknown>;

const inputSchema = z.object({ path: z.string() });

/** A model that keeps no count of its own, as the page that holds it may end: what it says follows from what it was told. */
function resumableModel(turns: readonly ScriptedTurn[], hear: Hear) {
  const next: ScriptedTurn = async ({ prompt }) => {
    const spoken = prompt.filter(({ role }) => role === 'assistant').length;
    const results = prompt.flatMap(({ role, content }) =>
      role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part)] : [])) : [],
    );
    await hear({ spoken, results });
    const turn = turns[spoken];
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
export function killedAgent(act: Act, hear: Hear): Agent {
  const acting = (requiresApproval: boolean) =>
    tool({
      inputSchema,
      requiresApproval,
      execute: ({ path }, { toolCallId, idempotencyKey }) => act({ call: toolCallId, key: idempotencyKey, path }),
    });
  const inner = createAgent({
    name: 'inner',
    model: resumableModel([{ calls: [call('look', 'x'), call('write', 'y')] }, 'Found.'], hear),
    tools: { look: acting(false), write: acting(true) },
  });
  return createAgent({
    model: resumableModel(
      [
        { text: 'On it.', calls: [call('look', 'a'), call('write', 'b'), call('remove', 'c')] },
        { calls: [call('pick', 'd'), call('helper', 'e')] },
        talk[0].hears,
        talk[1].hears,
      ],
      hear,
    ),
    tools: {
      look: acting(false),
      write: acting(true),
      remove: acting(true),
      pick: tool({ inputSchema }),
      helper: agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ path }) => path }),
    },
  });
}

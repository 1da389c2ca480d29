import { type Agent, agentTool, createAgent, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

/** Has an effect outside of the page, which cannot be undone. */
export type Act = (about: {
  readonly call: string;
  readonly key: string;
  readonly path: string;
  /** The response that contains the call. */
  readonly response: string;
}) => Promise<string>;

/** Records a model request: the requested response, and the tool results that the model reads. */
export type RecordRequest = (about: {
  readonly response: string;
  readonly results: readonly string[];
}) => Promise<unknown>;

const inputSchema = z.object({ path: z.string(), response: z.string() });

/** A turn of the model, given the name of its response. */
type TurnOf = (response: string) => Exclude<ScriptedTurn, (...args: never[]) => unknown>;

/**
 * A model without state of its own, because its page may be killed. The next response depends only on the
 * prompt.
 */
function resumableModel(who: string, turns: readonly TurnOf[], hear: RecordRequest) {
  const next: ScriptedTurn = async ({ prompt }) => {
    const spoken = prompt.filter(({ role }) => role === 'assistant').length;
    const results = prompt.flatMap(({ role, content }) =>
      role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part)] : [])) : [],
    );
    const response = `${who}/${spoken}`;
    await hear({ response, results });
    const says = turns[spoken];
    if (says === undefined) throw new Error('The script is at its end.');
    return says(response);
  };
  return scriptedModel(Array.from({ length: 20 }, () => next));
}

const call = (toolName: string, toolCallId: string, response: string) => ({
  toolName,
  toolCallId,
  input: { path: toolCallId, response },
});

/** The tool that the person always denies. */
export const deniedTool = 'send';

/** The person's messages in order, with the end of each answer. */
export const talk = [
  { says: 'Go', hears: 'Done.' },
  { says: 'Thanks', hears: 'You are welcome.' },
] as const;

/**
 * An agent whose first run has three model steps with free calls, approvals, an edit, an external result, and
 * a sub-agent with another edited call. In its second run, one of two calls is denied.
 */
export function killedAgent(act: Act, hear: RecordRequest): Agent {
  const actTool = (requiresApproval: boolean) =>
    tool({
      inputSchema,
      requiresApproval,
      execute: (input, { toolCallId, idempotencyKey }) => act({ call: toolCallId, key: idempotencyKey, ...input }),
    });
  const inner = createAgent({
    name: 'inner',
    model: resumableModel(
      'inner',
      [(of) => ({ calls: [call('look', 'x', of), call('write', 'y', of), call('remove', 'z', of)] }), () => 'Found.'],
      hear,
    ),
    tools: { look: actTool(false), write: actTool(true), remove: actTool(true) },
  });
  return createAgent({
    model: resumableModel(
      'outer',
      [
        (of) => ({ text: 'On it.', calls: [call('look', 'a', of), call('write', 'b', of), call('remove', 'c', of)] }),
        (of) => ({ calls: [call('pick', 'd', of), call('helper', 'e', of)] }),
        () => talk[0].hears,
        (of) => ({ calls: [call('write', 'f', of), call(deniedTool, 'g', of)] }),
        () => talk[1].hears,
      ],
      hear,
    ),
    tools: {
      look: actTool(false),
      write: actTool(true),
      remove: actTool(true),
      [deniedTool]: actTool(true),
      pick: tool({ inputSchema }),
      helper: agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ path }) => path }),
    },
  });
}

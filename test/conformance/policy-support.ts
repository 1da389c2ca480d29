import {
  type AgentOptions,
  createPolicy,
  isDeferred,
  type Policy,
  type PolicyRule,
  type RunOptions,
  tool,
} from 'countersign/core';
import { z } from 'zod';
import { agentWith, eventsOf, ofType } from './support.js';

const path = z.object({ path: z.string() });

/** Tools of every kind that a policy tells apart. */
export function policyTools() {
  const done: string[] = [];
  const execute = (input: { path: string }, ctx: { toolName: string; toolCallApproved: boolean }): string => {
    done.push(`${ctx.toolName} ${input.path}${ctx.toolCallApproved ? ' approved' : ''}`);
    return 'ok';
  };
  const tools = {
    note: tool({ inputSchema: path, execute }),
    guarded: tool({ inputSchema: path, requiresApproval: true, execute }),
    read: tool({ inputSchema: path, capabilities: ['fs.read'], execute }),
    write: tool({ inputSchema: path, capabilities: (input) => [`fs.write:${input.path}`], execute }),
    drop: tool({ inputSchema: path, capabilities: ['fs.delete'], requiresApproval: true, execute }),
    send: tool({
      inputSchema: path,
      capabilities: ['fs.read', 'net.egress'],
      metadata: { annotations: { destructiveHint: true } },
      execute,
    }),
  };
  return { done, tools };
}

type Tools = ReturnType<typeof policyTools>['tools'];
/** A call of one of them. */
export const callTo = (toolName: keyof Tools, at = '/a') => ({ toolName, input: { path: at } });
/** One of each. */
export const everyCall = (['note', 'guarded', 'read', 'write', 'drop', 'send'] as const).map((name) => callTo(name));

/** Runs calls under a policy, where nobody answers, and tells what became of them. */
export async function play(
  policy: Policy | undefined,
  calls: readonly ReturnType<typeof callTo>[],
  options: RunOptions & { readonly agent?: Partial<AgentOptions<Tools>> } = {},
) {
  const { done, tools } = policyTools();
  const { agent: about, ...run } = options;
  const { agent, model } = agentWith(tools, [{ calls }, 'ok'], { ...(policy && { policy }), ...about });
  const handle = agent.run('go', run);
  const outcome = await handle.outcome;
  const events = await eventsOf(handle);
  const asked = isDeferred(outcome) ? outcome.requests.approvals : [];
  const ends = ofType(events, 'tool-end')
    .map(({ toolName, end }) => `${toolName} ${end.status}`)
    .sort();
  const decisions = ofType(events, 'policy-decision');
  // Calls run side by side, so that their order says nothing.
  done.sort();
  return { outcome, events, done, asked, askedFor: asked.map(({ toolName }) => toolName), ends, decisions, model };
}

/** A policy of these rules, over the default preset. */
export const supervised = (...rules: PolicyRule[]): Policy => createPolicy({ rules });

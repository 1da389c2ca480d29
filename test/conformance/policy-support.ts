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

/** One tool for each kind that a policy distinguishes. */
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
/** Returns a call of one of these tools. */
export const callTo = (toolName: keyof Tools, at = '/a') => ({ toolName, input: { path: at } });
/** One call of each tool. */
export const everyCall = (['note', 'guarded', 'read', 'write', 'drop', 'send'] as const).map((name) => callTo(name));

/** Runs calls under a policy without an approver, and returns their ends. */
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
  // Calls run concurrently, so their order is arbitrary.
  done.sort();
  return { outcome, events, done, asked, askedFor: asked.map(({ toolName }) => toolName), ends, decisions, model };
}

/** A policy of these rules on top of the default preset. */
export const policyOf = (...rules: PolicyRule[]): Policy => createPolicy({ rules });

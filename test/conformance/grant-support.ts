import {
  type Agent,
  buildResults,
  createAgent,
  createBroker,
  type GrantStorage,
  type Grants,
  type Remember,
  tool,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const inputSchema = z.object({ secret: z.boolean().optional() });
/** For every call of the tool, permanently. */
export const always: Remember = { scope: 'tool', for: 'always' };
/** For every call of the tool in this session. */
export const toolForSession: Remember = { scope: 'tool', for: 'session' };

/** A storage of strings, like a page's `localStorage`. */
export function textStorage(): GrantStorage {
  let text = 'null';
  return {
    load: () => JSON.parse(text),
    save: (grants) => {
      text = JSON.stringify(grants);
    },
  };
}

/** An agent that publishes after an approval, and may need more capabilities while running. */
export function publishAgent({
  name,
  calls = [{}],
}: {
  name?: string;
  calls?: readonly { readonly secret?: boolean }[];
} = {}) {
  const done: string[] = [];
  const publish = tool({
    inputSchema,
    requiresApproval: true,
    capabilities: ['net.egress:cdn.example'],
    execute: async ({ secret }, ctx) => {
      if (secret) await ctx.authorize('secrets.access');
      done.push(secret ? 'with secrets' : 'published');
      return 'ok';
    },
  });
  const turns = calls.map((input) => ({ calls: [{ toolName: 'publish', input }] }));
  const model = scriptedModel([...turns, 'Done.']);
  const agent = createAgent({ model, tools: { publish }, ...(name === undefined ? {} : { name }) });
  return { agent, done };
}

/** Runs an agent. The first request is answered with this approval, which is remembered. Returns the requests. */
export async function play(agent: Agent<unknown, unknown>, grants: Grants, remember?: Remember) {
  const asked: (readonly string[] | undefined)[] = [];
  const broker = createBroker({ grants });
  const run = agent.run('go', {
    grants,
    deferredToolHandler: async (requests, { ask }) => {
      asked.push(...requests.approvals.map(({ asksFor, capabilities }) => asksFor ?? capabilities));
      const answers = ask(requests);
      const [id = ''] = requests.approvals.map(({ toolCallId }) => toolCallId);
      if (remember === undefined || asked.length > 1) return buildResults(requests, { approveAll: true });
      const [batch] = broker.pending;
      const outcome = await broker.respond(`${batch?.batchId}:${id}`, true, { remember });
      if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome));
      return await answers;
    },
    ask: broker.request,
  });
  const outcome = await run.outcome;
  return { asked, outcome };
}

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { serveOverHttp, stopAll } from './elicitation-server.js';

/** The behaviour of the server with its tool `send`. Tests may change all members at any time. */
export interface Behaviour {
  serverName: string;
  description: string;
  hasFlag: boolean;
  readOnly: boolean;
  /** The number of elicitations in the first round. */
  questions: number;
  message: string;
  form: unknown;
  /** The number of other tools that it lists. */
  more: number;
  text: string;
}

/** A real MCP server whose definitions change while clients are connected. */
export interface ChangingServer {
  readonly behaviour: Behaviour;
  /** The answers that it received, one object per call. */
  readonly calls: unknown[];
  readonly connect: () => Promise<Client>;
  readonly close: () => Promise<void>;
}

const form = { type: 'object', properties: { name: { type: 'string' } } };

/** Returns the initial behaviour of the server. */
export const initial: Behaviour = {
  serverName: 'post',
  description: 'Sends a letter',
  hasFlag: false,
  readOnly: false,
  questions: 0,
  message: 'Who?',
  form,
  more: 0,
  text: 'sent',
};

export async function startChangingServer(): Promise<ChangingServer> {
  const behaviour = { ...initial };
  const calls: unknown[] = [];
  const clients: Client[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: behaviour.serverName, version: '1.0.0' });
    const { description, hasFlag, readOnly } = behaviour;
    const fields = { to: z.string(), ...(hasFlag ? { force: z.boolean().optional() } : {}) };
    const definition = { description, inputSchema: z.object(fields), annotations: { readOnlyHint: readOnly } };
    server.registerTool('send', definition, async (_, ctx) => {
      calls.push(ctx.mcpReq.inputResponses ?? {});
      if (behaviour.questions === 0 || ctx.mcpReq.inputResponses !== undefined)
        return { content: [{ type: 'text', text: behaviour.text }] };
      const ask = () =>
        inputRequired.elicit({ message: behaviour.message, requestedSchema: structuredClone(behaviour.form) as never }); // some tests use an invalid form
      const inputRequests = Object.fromEntries(
        Array.from({ length: behaviour.questions }, (_, at) => [`q${at}`, ask()]),
      );
      return inputRequired({ inputRequests });
    });
    for (let at = 0; at < behaviour.more; at++)
      server.registerTool(`more${at}`, { inputSchema: z.object({}) }, async () => ({ content: [] }));
    return server;
  });
  const { http, url } = await serveOverHttp(handler.fetch);
  return {
    behaviour,
    calls,
    connect: async () => {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {}, url: {} } } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      clients.push(client);
      return client;
    },
    close: async () => {
      const [last, ...others] = clients;
      for (const client of others) await client.close();
      if (last !== undefined) await stopAll(last, http);
    },
  };
}

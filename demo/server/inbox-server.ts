import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRunServer, type RunLinks, type RunStore } from 'countersign/server';
import { findPerson, personHeader } from '../inbox/people.js';
import { forward } from './pass.js';
import { agentName, workspaceAgent } from './workspace-agent.js';

/** Options of the inbox server. */
export interface InboxServerOptions {
  readonly store: RunStore;
  readonly links: RunLinks;
  /** The HTTP server, which the caller starts with `listen()`. */
  readonly server: Server;
  /** Serves every path except the agents': the pages. */
  readonly pages: (request: IncomingMessage, response: ServerResponse) => void;
  /** Default: a free port, also if this one is in use. */
  readonly port?: number;
}

/**
 * Serves the runs of the demo's agent, and the pages on which people start and answer them, on this computer
 * only. Returns its URL.
 */
export async function serveInbox({ store, links, server, pages, port = 0 }: InboxServerOptions): Promise<string> {
  const handle = createRunServer({
    agents: { [agentName]: workspaceAgent() },
    store,
    links,
    base: '/agents',
    identify: ({ headers }) => findPerson(headers.get(personHeader)) ?? null,
    authorize: ({ id, roles = [] }, { requester }) => roles.includes('ops') || id === requester.id,
  });
  let origin = '';
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/agents/') === true) void forward(request, response, { handle, origin });
    else pages(request, response);
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(at, '127.0.0.1', resolve));
  await listen(port).catch(() => listen(0));
  const address = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  origin = `http://localhost:${address.port}`;
  return origin;
}

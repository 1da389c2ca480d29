import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAgent } from 'countersign/core';
import { handleChat, memoryRunStore } from 'countersign/server';
import { createStandInModel } from '../model/index.js';
import { policyOf } from '../rules.js';
import { instructions, tools } from '../tools.js';
import { openWorkspace } from '../workspace/index.js';
import { forward } from './pass.js';

/** Options of the demo's server. */
export interface DemoServerOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** The origins of pages that may use the server. */
  readonly origins: readonly string[];
}

/**
 * Serves the demo's agent on this computer: the same model, tools and rules as in the page, with separate
 * files.
 */
export async function serveDemo({
  port = 0,
  origins,
}: DemoServerOptions): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const [files, policy] = [await openWorkspace(), policyOf('usual')];
  const agent = createAgent({
    name: 'Workspace',
    model: createStandInModel({ pace: 'instant' }),
    instructions,
    tools,
    ...(policy === null ? {} : { policy }),
  });
  const store = memoryRunStore();
  const chat = (request: Request): Promise<Response> =>
    handleChat(request, {
      agent,
      store,
      origins,
      // Only this computer can connect, and pages of other origins are refused. A public server must authenticate
      // its users.
      authorize: 'anyone',
      deps: () => ({ files }),
      takeOverAfter: 0,
    });
  // Not the `Host` of a request: by DNS rebinding, a foreign page could choose it.
  let at = '';
  const server = createServer((request, response) => void forward(request, response, { handle: chat, origin: at }));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  at = `http://localhost:${address.port}`;
  return {
    url: `${at}/chat`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

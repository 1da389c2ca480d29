import { launchRun } from '../launch/launch-run.js';
import type { Agent } from '../run/agent.js';
import type { RunScope } from '../run/run-scope.js';
import type { RemoteRun } from '../ui-stream/remote-run.js';
import { toRemoteConfig, toTraits } from './remote-config.js';
import { runRemote } from './remote-loop.js';
import type { RemoteAgentOptions } from './remote-options.js';

/**
 * Gives the agent that runs on a server which speaks the AI SDK's UI message stream, AG-UI, or is a run server of this package. It is one like any other: for `useAgentRun`, for
 * `createConversation`, for `agent.run()`. Calls that the server wants a yes or a result for are one batch, answered in one request, and the
 * run goes on. A request that says yes is never sent a second time by itself: where the connection breaks, people are asked what happened.
 * How it ends badly: RemoteError `remote-refused` (the server took nothing), `remote-busy`, `remote-failed`, `remote-cut`, `remote-malformed`,
 * `remote-error` (in the server's words), `remote-unsettled`, `remote-empty`.
 *
 * @example
 * const agent = createRemoteAgent({ transport: httpTransport({ api: '/api/chat' }), server: 'ai-sdk' });
 */
export function createRemoteAgent<DEPS = unknown>({ transport, server, ...options }: RemoteAgentOptions): Agent<DEPS> {
  // The way brings the loop, where the server has another.
  if ('toAgent' in transport) return transport.toAgent({ ...options, ...(server === undefined ? {} : { server }) });
  const config = toRemoteConfig(options);
  const traits = toTraits(server);
  const toRun = (run: RunScope): RemoteRun => ({ ...run, transport, server: traits, requests: { count: 0 } });
  return {
    name: config.agentName,
    run: (input, ...[options]) => launchRun(config, { input, options: options ?? {} }, { toRun, loop: runRemote }),
  };
}

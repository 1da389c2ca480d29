import { launchRun } from '../agent/launch/launch-run.js';
import type { Agent } from '../agent/run/agent.js';
import type { RunScope } from '../agent/run/run-scope.js';
import { toRemoteConfig, toTraits } from './remote-config.js';
import { runRemote } from './remote-loop.js';
import type { RemoteAgentOptions } from './remote-options.js';
import type { RemoteRun } from './ui-stream/remote-run.js';

/**
 * Creates an agent that runs on a server which speaks the AI SDK's UI message stream or AG-UI, or is a run server of
 * this package. It is used like
 * any other agent: with `useAgentRun`, with `createConversation`, with `agent.run()`. Calls for which the server needs
 * an approval or a result are
 * one batch, answered in one request, and the run continues. Approvals are never resent automatically: if the
 * connection breaks, people are asked
 * about the outcome. A failed run has a RemoteError: `remote-refused` (the server accepted nothing), `remote-busy`,
 * `remote-failed`, `remote-cut`,
 * `remote-malformed`, `remote-error` (with the server's message), `remote-unsettled`, `remote-empty`.
 *
 * @example
 * const agent = createRemoteAgent({ transport: httpTransport({ api: '/api/chat' }), server: 'ai-sdk' });
 */
export function createRemoteAgent<DEPS = unknown>({ transport, server, ...options }: RemoteAgentOptions): Agent<DEPS> {
  // A transport of a run server brings its own loop.
  if ('toAgent' in transport) return transport.toAgent({ ...options, ...(server === undefined ? {} : { server }) });
  const config = toRemoteConfig(options);
  const traits = toTraits(server);
  const toRun = (run: RunScope): RemoteRun => ({ ...run, transport, server: traits, requests: { count: 0 } });
  return {
    name: config.agentName,
    run: (input, ...[options]) => launchRun(config, { input, options: options ?? {} }, { toRun, loop: runRemote }),
  };
}

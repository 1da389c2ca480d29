import type { RunSetup } from '../../agent/launch/create-scope.js';
import { launchRun } from '../../agent/launch/launch-run.js';
import type { Agent } from '../../agent/run/agent.js';
import { nestingOf } from '../../agent/run/nesting.js';
import type { RunScope } from '../../agent/run/run-scope.js';
import { toRemoteConfig } from '../remote-config.js';
import type { AgentTransport, RemoteAgentOptions } from '../remote-options.js';
import { type RelayedRun, relayRun } from './relay-run.js';
import type { RunServerAddress } from './run-client.js';
import { refuseTheirs } from './to-run-start.js';

/** Options of {@link runServerTransport}. */
export interface RunServerTransportOptions extends RunServerAddress {
  /** The name of one of the server's agents. */
  readonly agent: string;
}

/** Options of a remote agent that only the server may set. */
const theirs = ['tools', 'server', 'policy', 'expiry', 'usageLimits', 'retries'];

/**
 * Creates a transport to an agent on a server of `createRunServer` (`countersign/server`): its run continues there when
 * the page is gone, waits for
 * days, and may be answered from any browser. Its events are emitted here as they happen, and its batches are shown
 * here, too, until someone has
 * answered.
 *
 * @throws UserError `run-server-options` from `createRemoteAgent`, for options that are the server's.
 * @example
 * const agent = createRemoteAgent({ transport: runServerTransport({ url: '/agents', agent: 'payments' }) });
 */
export function runServerTransport({ agent, ...address }: RunServerTransportOptions): AgentTransport {
  return {
    toAgent<DEPS>(about: Omit<RemoteAgentOptions, 'transport'>): Agent<DEPS> {
      refuseTheirs(about, theirs);
      const config = toRemoteConfig(about);
      const toRun = (run: RunScope, { options }: Pick<RunSetup, 'options'>): RelayedRun => {
        const nesting = nestingOf(options);
        const { expiry: _, deferredToolResults: __, ...own } = options;
        // A run inherits from the runs around it: deadlines, which the server sets, and policies, which cannot be sent
        // to a server.
        refuseTheirs(nesting === undefined ? options : { ...own, policy: nesting.policies[0] });
        return { ...run, server: address, agent };
      };
      return {
        name: config.agentName,
        run: (input, ...[options]) => launchRun(config, { input, options: options ?? {} }, { toRun, loop: relayRun }),
      };
    },
  };
}

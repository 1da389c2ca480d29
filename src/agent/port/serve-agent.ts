import { randomId } from '../../protocol/base/ids.js';
import type { Agent } from '../run/agent.js';
import { type AgentPort, listenToPort } from './agent-port.js';
import { fromPortData, type PortMessage, type RunMessage, toPortData } from './port-message.js';
import { beginServedRun, type ServedRun } from './served-run.js';

/**
 * Lets the other side of a port run an agent that lives here: in a worker, or in another window. Each port that is served has runs of
 * its own; one agent may be served on any number of them. Whoever holds the other end can start runs and answer them, so use only
 * ports that you made yourself, never a window's own messages.
 *
 * @param port the end of the channel that lies here; in a worker, `self` is the one to the page that made it.
 * @param agent whose model, tools and policies stay here.
 * @returns stops serving. Runs that have a journal are left, and the others are aborted; the other side is told that they are over.
 * @example
 * // agent.worker.ts
 * serveAgent(self, createAgent({ model, tools }));
 */
export function serveAgent<DEPS, OUTPUT>(port: AgentPort, agent: Agent<DEPS, OUTPUT>): () => void {
  const runs = new Map<string, ServedRun>();
  let server = '';
  const post = (message: PortMessage): void => port.postMessage(toPortData(message));
  const serving = (): void => post({ type: 'serving', server, name: agent.name });
  const begin = (): void => {
    server = randomId();
    serving();
  };
  const giveUp = (): void => {
    for (const run of runs.values()) run.giveUp();
    runs.clear();
    post({ type: 'stopped', server });
    server = '';
  };
  const start = (message: Extract<RunMessage, { type: 'run' }>): void => {
    if (message.server !== server || runs.has(message.run)) return;
    const onEnd = (): void => void runs.delete(message.run);
    // The page had its options typed by the same agent.
    runs.set(message.run, beginServedRun(agent as Agent<never, unknown>, message, { post, onEnd }));
  };
  const hear = (data: unknown): void => {
    const message = fromPortData(data);
    if (message === undefined || server === '') return;
    if (message.type === 'hello' || (message.type === 'foreign' && message.of === 'hello')) serving();
    else if (message.type === 'run') start(message);
    else if ('run' in message) runs.get(message.run)?.link.hear(message);
  };
  const stopListening = listenToPort(port, {
    message: hear,
    close: giveUp,
    // Nobody knows which message was lost, and a run that misses one would wait for ever.
    messageerror: () => {
      giveUp();
      begin();
    },
  });
  begin();
  return () => {
    if (server !== '') giveUp();
    stopListening();
  };
}

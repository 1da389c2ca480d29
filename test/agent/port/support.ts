import { type Agent, type ConnectedAgent, connectAgent, serveAgent } from 'countersign/core';
import { onTestFinished } from 'vitest';

/** The two ends of a channel, of which each test closes its own. */
export function openChannel(): MessageChannel {
  const channel = new MessageChannel();
  onTestFinished(() => {
    channel.port1.close();
    channel.port2.close();
  });
  return channel;
}

/** The agent as a page has it that is served in another place, and what stops that. */
export function overPort<DEPS, OUTPUT>(
  agent: Agent<DEPS, OUTPUT>,
): { readonly agent: ConnectedAgent<DEPS, OUTPUT>; readonly stop: () => void; readonly channel: MessageChannel } {
  const channel = openChannel();
  const stop = serveAgent(channel.port2, agent);
  return { agent: connectAgent<DEPS, OUTPUT>(channel.port1), stop, channel };
}

import { type ConnectedAgent, connectAgent } from 'countersign/core';
import { type ServeAgentOptions, serveAgent } from 'countersign/server';
import { onTestFinished } from 'vitest';

/** Opens a channel that is closed after the test. */
export function openChannel(): MessageChannel {
  const channel = new MessageChannel();
  onTestFinished(() => {
    channel.port1.close();
    channel.port2.close();
  });
  return channel;
}

/** Serves an agent over a channel and connects to it. */
export function overPort<DEPS = unknown, OUTPUT = string>(
  agent: Parameters<typeof serveAgent>[0],
  { name, ...more }: Omit<ServeAgentOptions, 'port'> & { readonly name?: string } = {},
): { readonly agent: ConnectedAgent<DEPS, OUTPUT>; readonly stop: () => void; readonly channel: MessageChannel } {
  const channel = openChannel();
  const stop = serveAgent(agent, { port: channel.port2, ...more });
  const connected = connectAgent<DEPS, OUTPUT>(channel.port1, name === undefined ? {} : { name });
  return { agent: connected, stop, channel };
}

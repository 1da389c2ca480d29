// Countersign: useAgentRun + createRemoteAgent, throttle 50 ms, 500 turns from before
import { createRemoteAgent, useAgentRun } from 'countersign';
import { useState } from 'react';
import { TextTransport, toNeutral, toUIMessages } from '../../lib/ai-sdk.js';
import { makeMessageRow } from '../../lib/boot.jsx';

const Row = makeMessageRow(toNeutral);

export default function Case({ bench }) {
  const [options] = useState(() => ({
    agent: createRemoteAgent({ transport: new TextTransport(bench), server: 'ai-sdk' }),
    throttle: 50,
    initialMessages: toUIMessages(bench.history()),
  }));
  const { messages, start } = useAgentRun(options);
  const count = messages.length;
  bench.useStart(() => start('go'));
  return messages.map((message, index) => (
    <Row key={message.id} message={message} last={index === count - 1 && index > 1000} />
  ));
}

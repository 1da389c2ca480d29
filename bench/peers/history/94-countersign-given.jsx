// Countersign: useAgentRun, 500 turns from before
import { createAgent, useAgentRun } from 'countersign';
import { useState } from 'react';
import { toNeutral, toUIMessages } from '../../lib/ai-sdk.js';
import { makeMessageRow } from '../../lib/boot.jsx';
import { textModel } from '../../lib/mock-model.js';

const Row = makeMessageRow(toNeutral);

export default function Case({ bench }) {
  const [options] = useState(() => ({
    agent: createAgent({ model: textModel(bench.source) }),
    initialMessages: toUIMessages(bench.history()),
  }));
  const { messages, start } = useAgentRun(options);
  const count = messages.length;
  bench.useStart(() => start('go'));
  return messages.map((message, index) => (
    <Row key={message.id} message={message} last={index === count - 1 && index > 1000} />
  ));
}

// Countersign: useAgentRun + createRemoteAgent
import { createRemoteAgent, useAgentRun } from 'countersign';
import { useState } from 'react';
import { TextTransport } from '../../lib/ai-sdk.js';

export default function Case({ bench }) {
  const [agent] = useState(() => createRemoteAgent({ transport: new TextTransport(bench), server: 'ai-sdk' }));
  const { messages, start } = useAgentRun({ agent });
  bench.useStart(() => start('go'));
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? last.parts.find((part) => part.type === 'text')?.text : undefined;
  return <bench.Text text={text ?? ''} />;
}

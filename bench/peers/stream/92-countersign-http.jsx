// Countersign: useAgentRun + createRemoteAgent, httpTransport
import { createRemoteAgent, httpTransport, useAgentRun } from 'countersign';
import { useState } from 'react';
import { textFetch } from '../../lib/ai-sdk.js';

export default function Case({ bench }) {
  const [agent] = useState(() =>
    createRemoteAgent({ transport: httpTransport({ api: '/api/chat', fetch: textFetch(bench) }), server: 'ai-sdk' }),
  );
  const { messages, start } = useAgentRun({ agent });
  bench.useStart(() => start('go'));
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? last.parts.find((part) => part.type === 'text')?.text : undefined;
  return <bench.Text text={text ?? ''} />;
}

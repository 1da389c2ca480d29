// Countersign: useAgentRun + createRemoteAgent, a tool of the page (clientTools)
import { createRemoteAgent, useAgentRun } from 'countersign';
import { useEffect, useState } from 'react';
import { ToolTransport } from '../../lib/ai-sdk.js';

const clientTools = { add: { execute: async ({ i }) => ({ ok: true, i }) } };

export default function Case({ bench }) {
  const [agent] = useState(() =>
    createRemoteAgent({
      transport: new ToolTransport(bench),
      server: 'ai-sdk',
      usageLimits: { requests: 1000 },
    }),
  );
  const { messages, outcome, start } = useAgentRun({ agent, clientTools });
  bench.useStart(() => start('go'));
  useEffect(() => {
    if (outcome?.type === 'completed') bench.end();
  }, [outcome, bench.end]);
  const calls = messages.at(-1)?.parts.filter((part) => part.type === 'tool-add') ?? [];
  return calls.map(({ toolCallId, state }) => (
    <div className="row" key={toolCallId}>
      {toolCallId} {state}
    </div>
  ));
}

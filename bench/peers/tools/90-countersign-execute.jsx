// Countersign: useAgentRun, execute
import { createAgent, tool, useAgentRun } from 'countersign';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { toolModel } from '../../lib/mock-model.js';
export default function Case({ bench }) {
  const [agent] = useState(() =>
    createAgent({
      model: toolModel({ steps: bench.steps, onStep: bench.step }),
      usageLimits: { requests: 1000 },
      tools: {
        add: tool({
          description: 'add',
          inputSchema: z.object({ i: z.number() }),
          execute: async ({ i }) => ({ ok: true, i }),
        }),
      },
    }),
  );
  const { messages, outcome, start } = useAgentRun({ agent });
  bench.useStart(() => start('go'));
  useEffect(() => {
    if (outcome?.type === 'completed') bench.end();
  }, [outcome, bench.end]);
  const parts = messages.at(-1)?.parts.filter((p) => p.type === 'tool-add') ?? [];
  return (
    <div>
      {parts.map((p) => (
        <div className="row" key={p.toolCallId}>
          {p.toolCallId} {p.state}
        </div>
      ))}
    </div>
  );
}

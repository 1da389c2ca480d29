// Countersign: useAgentRun + createAgent
import { createAgent, useAgentRun } from 'countersign';
import { useState } from 'react';
import { textModel } from '../../lib/mock-model.js';
export default function Case({ bench }) {
  const [agent] = useState(() => createAgent({ model: textModel(bench.source) }));
  const { messages, start } = useAgentRun({ agent });
  bench.useStart(() => start('go'));
  const m = messages.at(-1);
  const text = m?.role === 'assistant' ? (m.parts.find((p) => p.type === 'text')?.text ?? '') : '';
  return <bench.Text text={text} />;
}

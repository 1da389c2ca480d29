// Countersign: useAgentRun, throttle 50 ms, 4,000 events held, 500 turns that really ran
import { createAgent, tool, useAgentRun } from 'countersign';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { makeMessageRow } from '../../lib/boot.jsx';
import { textModel } from '../../lib/mock-model.js';
import { pullStream } from '../../lib/source.js';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const text = (type, i, t) => [
  { type: `${type}-start`, id: `p${i}` },
  { type: `${type}-delta`, id: `p${i}`, delta: t },
  { type: `${type}-end`, id: `p${i}` },
];
/** Parts of a message of the neutral history as model responses: each ends with a tool call, the last with text. */
function toResponses(message) {
  const out = [[]];
  message.parts.forEach((p, i) => {
    if (p.type !== 'tool') out.at(-1).push(...text(p.type, i, p.text));
    else {
      out.at(-1).push({ type: 'tool-call', toolCallId: p.id, toolName: p.name, input: JSON.stringify(p.input) });
      out.push([]);
    }
  });
  const unified = (i) => (i < out.length - 1 ? 'tool-calls' : 'stop');
  return out.map((parts, i) => [...parts, { type: 'finish', finishReason: { unified: unified(i), raw: '' }, usage }]);
}
async function* parts(response) {
  yield* response;
}
function replay(bench) {
  const responses = bench
    .history()
    .filter((m) => m.role === 'assistant')
    .flatMap(toResponses)
    .reverse();
  const live = textModel(bench.source);
  return {
    ...live,
    doStream: async (options) =>
      responses.length === 0 ? live.doStream(options) : { stream: pullStream(parts(responses.pop())) },
  };
}
const adapt = (m) =>
  m.parts.flatMap((p) =>
    p.type === 'text' || p.type === 'reasoning'
      ? [p]
      : p.type.startsWith('tool-')
        ? [{ type: 'tool', name: p.type.slice(5), state: p.state }]
        : [],
  );
const Row = makeMessageRow(adapt);
export default function Case({ bench }) {
  const [o] = useState(() => ({
    questions: bench
      .history()
      .filter((m) => m.role === 'user')
      .map((m) => m.parts[0].text)
      .reverse(),
    throttle: 50,
    maxEvents: 4000,
    agent: createAgent({
      model: replay(bench),
      tools: {
        add: tool({
          description: 'add',
          inputSchema: z.object({ i: z.number(), k: z.number() }),
          execute: async ({ i }) => ({ ok: true, i }),
        }),
      },
    }),
  }));
  const { messages, outcome, start } = useAgentRun(o);
  const n = messages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is the sign for the next question
  useEffect(() => {
    const question = o.questions.pop();
    if (question !== undefined) start(question);
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook in spite of its name, it only keeps the function
    else bench.useStart(() => start('go'));
  }, [outcome]);
  return (
    <div>
      {messages.map((m, i) => (
        <Row key={m.id} message={m} last={i === n - 1 && i > 1000} />
      ))}
    </div>
  );
}

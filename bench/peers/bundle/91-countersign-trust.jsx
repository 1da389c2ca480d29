// Countersign: the same with a policy and remembered grants
import { createAgent, createGrants, createPolicy, tool, useAgentRun } from 'countersign';
import { createRoot } from 'react-dom/client';

const add = tool({
  description: 'add',
  inputSchema: { jsonSchema: { type: 'object' } },
  requiresApproval: true,
  execute: async () => 1,
});
const agent = createAgent({ model: window.model, tools: { add }, policy: createPolicy() });
const grants = createGrants();
function App() {
  const run = useAgentRun({ agent, grants });
  return (
    <div>
      <button type="button" onClick={() => run.start('go')}>
        Go
      </button>
      {run.messages.map((m) => (
        <p key={m.id}>{m.parts.map((p) => (p.type === 'text' ? p.text : null))}</p>
      ))}
      {run.pending
        .flatMap((batch) => batch.items)
        .map(({ call }) => (
          <button type="button" key={call.toolCallId} onClick={() => run.decide(call.toolCallId, true)}>
            {call.title}
          </button>
        ))}
    </div>
  );
}
createRoot(document.getElementById('root')).render(<App />);

// Countersign: hook, the loop on a server, approval
import { createRemoteAgent, httpTransport, useAgentRun } from 'countersign';
import { createRoot } from 'react-dom/client';

const agent = createRemoteAgent({ transport: httpTransport({ api: '/api/chat' }), server: 'ai-sdk' });
function App() {
  const run = useAgentRun({ agent });
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

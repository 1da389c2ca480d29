import { createRemoteAgent, runServerTransport, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { createRoot } from 'react-dom/client';

const agent = createRemoteAgent({
  transport: runServerTransport({ url: '/agents', agent: 'files', headers: { authorization: 'Bearer ada' } }),
});

function Page() {
  const run = useAgentRun({ agent });
  return (
    <main>
      <AgentChat run={run} />
    </main>
  );
}

const place = document.querySelector('#root');
if (place !== null) createRoot(place).render(<Page />);

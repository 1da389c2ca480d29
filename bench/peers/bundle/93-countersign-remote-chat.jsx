// Countersign: AgentChat, the loop on a server
import 'countersign/styles.css';
import { createRemoteAgent, httpTransport, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { createRoot } from 'react-dom/client';

const agent = createRemoteAgent({ transport: httpTransport({ api: '/api/chat' }), server: 'ai-sdk' });
function App() {
  return <AgentChat run={useAgentRun({ agent })} />;
}
createRoot(document.getElementById('root')).render(<App />);

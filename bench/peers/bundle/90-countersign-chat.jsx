// Countersign: the same with AgentChat
import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import 'countersign/styles.css';
import { createRoot } from 'react-dom/client';

const add = tool({
  description: 'add',
  inputSchema: { jsonSchema: { type: 'object' } },
  requiresApproval: true,
  execute: async () => 1,
});
const agent = createAgent({ model: window.model, tools: { add } });
function App() {
  return <AgentChat run={useAgentRun({ agent })} />;
}
createRoot(document.getElementById('root')).render(<App />);

// OpenAI Agents: loop in the page, a tool, approval, no components
import { Agent, run, tool } from '@openai/agents';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const add = tool({
  name: 'add',
  description: 'add',
  parameters: z.object({ name: z.string() }),
  needsApproval: true,
  execute: async () => '1',
});
const agent = new Agent({ name: 'a', model: window.model, tools: [add] });
function App() {
  const [result, setResult] = useState();
  const approve = (item) => {
    result.state.approve(item);
    void run(agent, result.state).then(setResult);
  };
  return (
    <div>
      <button type="button" onClick={() => run(agent, 'go').then(setResult)}>
        Go
      </button>
      {result?.interruptions.map((item) => (
        <button type="button" key={item.rawItem.callId} onClick={() => approve(item)}>
          {item.name}
        </button>
      ))}
      {result?.finalOutput}
    </div>
  );
}
createRoot(document.getElementById('root')).render(<App />);

// CopilotKit: CopilotChat and a tool that a person confirms; the loop on a server
import { CopilotChat, CopilotKitProvider, useHumanInTheLoop } from '@copilotkit/react-core/v2';
import '@copilotkit/react-core/v2/styles.css';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const parameters = z.object({ name: z.string() });
function Chat() {
  useHumanInTheLoop({
    name: 'add',
    parameters,
    render: ({ respond }) => (
      <button type="button" onClick={() => respond?.(1)}>
        Approve
      </button>
    ),
  });
  return <CopilotChat />;
}
createRoot(document.getElementById('root')).render(
  <CopilotKitProvider runtimeUrl="/api/copilotkit">
    <Chat />
  </CopilotKitProvider>,
);

import { createRemoteAgent, httpTransport, type RemoteTool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import type { ReactElement } from 'react';
import { z } from 'zod';

/** The presentation of the server's tool. */
const deleteNote: RemoteTool<{ name: string }> = {
  inputSchema: z.object({ name: z.string() }),
  describe: ({ name }) => ({ title: `Delete the note ${name}` }),
};

const agent = createRemoteAgent({
  transport: httpTransport({ api: '/api/chat' }),
  server: 'countersign',
  tools: { deleteNote },
});

export function App(): ReactElement {
  return (
    <div style={{ height: '90dvh' }}>
      <AgentChat run={useAgentRun({ agent })} title="Notes" />
    </div>
  );
}

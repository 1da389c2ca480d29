import { connectAgent, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import type { ReactElement } from 'react';

const agent = connectAgent(new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' }));

export function App(): ReactElement {
  return (
    <div style={{ height: '90dvh' }}>
      <AgentChat run={useAgentRun({ agent })} title="Notes" />
    </div>
  );
}

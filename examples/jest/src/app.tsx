import { useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import type { ReactElement } from 'react';
import { agent } from './agent';

export function App(): ReactElement {
  return (
    <div style={{ height: '90dvh' }}>
      <AgentChat run={useAgentRun({ agent })} title="Notes" />
    </div>
  );
}

'use client';

import { useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import type { ReactElement } from 'react';
import { agent } from './agent';

export function Chat(): ReactElement {
  return <AgentChat run={useAgentRun({ agent })} />;
}

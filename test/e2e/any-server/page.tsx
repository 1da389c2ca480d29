import { type ClientTools, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { createRoot } from 'react-dom/client';
import { agentAt, type PageSettings } from './agent-at.js';
import { ranHere } from './local-tools.js';

// An app that is the same for every location of its agent.

declare global {
  interface Window {
    readonly settings: PageSettings;
    ranHere: typeof ranHere;
  }
}

window.ranHere = ranHere;
const { settings } = window;
const storage = indexedDbStorage({ name: 'any-server' });
const agent = agentAt(settings);

/** The external tool of the page, for agents on a server. */
const clientTools: ClientTools = {
  calculate_answer: {
    execute: () => {
      if (settings.calculator === 'broken') throw new Error('The calculator is broken.');
      return '42';
    },
  },
};

function App() {
  return <AgentChat run={useAgentRun({ agent, storage, runKey: 'chat', clientTools })} />;
}

const place = document.querySelector('#root');
if (place !== null) createRoot(place).render(<App />);

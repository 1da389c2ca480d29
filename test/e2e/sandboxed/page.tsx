import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const log = document.createElement('ol');
const note = (text: string): void => {
  const item = document.createElement('li');
  item.textContent = text;
  log.append(item);
};
addEventListener('error', ({ message }) => note(`error: ${message}`));
addEventListener('unhandledrejection', ({ reason }) => note(`rejection: ${reason}`));

const remove = tool({
  inputSchema: z.object({ path: z.string() }),
  requiresApproval: true,
  execute: ({ path }) => {
    note(`removed ${path}`);
    return 'gone';
  },
});
const model = scriptedModel([
  { calls: [{ toolName: 'remove', input: { path: 'a.txt' } }] },
  'It is gone.',
  'Hello again.',
]);
const agent = createAgent({ model, tools: { remove } });
const storage = indexedDbStorage({ onProblem: ({ code }) => note(`problem: ${code}`) });

function App(): ReactElement {
  return <AgentChat run={useAgentRun({ agent, storage, runKey: 'talk' })} />;
}

const root = document.createElement('div');
document.body.append(root, log);
createRoot(root).render(<App />);

import { createRemoteAgent, httpTransport, useAgentRun } from 'countersign';
import { AgentChat, EventFeed } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { createRoot } from 'react-dom/client';

const storage = indexedDbStorage({ name: 'remote-page' });
const agent = createRemoteAgent({
  transport: httpTransport({ api: '/chat', headers: { authorization: 'Bearer of-this-page' }, credentials: 'include' }),
  server: location.hash === '#countersign' ? 'countersign' : { edits: 'refused', history: 'client', reconnect: 'none' },
  tools: {
    delete_file: {
      describe: ({ path }: { readonly path: string }) => ({ title: `Delete ${path}`, risk: 'destructive' }),
      capabilities: ['fs.delete'],
    },
    pick_colour: { describe: () => ({ title: 'Pick a colour' }) },
  },
});

/** The tools that the server leaves to its page. */
const clientTools = { pick_colour: { execute: () => 'blue' } };

function Page() {
  const run = useAgentRun({ agent, storage, runKey: 'chat', clientTools });
  return (
    <main>
      <AgentChat run={run} />
      <EventFeed run={run} />
    </main>
  );
}

const place = document.querySelector('#root');
if (place !== null) createRoot(place).render(<Page />);

import { connectInbox, createRemoteAgent, runServerTransport, useAgentRun } from 'countersign';
import { AgentChat, ApprovalInbox, SuggestionList } from 'countersign/components';
import { renderMarkdown } from 'countersign/markdown';
import { indexedDbStorage } from 'countersign/persistence';
import type { ReactElement } from 'react';
import { personTools } from '../client-tools/client-tools.js';
import { findPerson, people, personHeader } from './people.js';

const address = new URLSearchParams(location.search);
const me = findPerson(address.get('as')) ?? people[0];
const link = address.get('link');
const server = { url: '/agents', headers: { [personHeader]: me?.id ?? '' } };

// One chat per person: other people in this browser have their own chats.
const storage = indexedDbStorage({ name: `countersign-inbox-${me?.id}` });
const agent = createRemoteAgent({
  name: 'Workspace',
  transport: runServerTransport({ ...server, agent: 'workspace' }),
});
const inbox = connectInbox({ ...server, interval: 1000, ...(link === null ? {} : { link }) });

const suggestions = [
  'Delete `notes/todo.md`',
  'Clear `.env` and delete `drafts/hello.txt`',
  'Ask me for my name, then save it to `notes/about-me.txt`',
];

/** The inbox of a person and a chat with the agent. With a link, only the batch of the link. */
export function InboxApp(): ReactElement {
  return (
    <div className="inbox-app">
      <header className="inbox-top">
        <h1>Inbox</h1>
        <WhoLooks />
      </header>
      <main className="inbox-panels">
        <ApprovalInbox inbox={inbox} clientTools={personTools} />
        {link === null ? <OwnChat /> : null}
      </main>
    </div>
  );
}

function OwnChat(): ReactElement {
  const run = useAgentRun({ agent, clientTools: personTools, storage, runKey: 'chat' });
  return (
    <section className="inbox-chat" aria-label="Chat">
      <AgentChat
        run={run}
        renderText={renderMarkdown}
        placeholder="Ask for a change"
        emptyState={<SuggestionList run={run} suggestions={suggestions} />}
      />
    </section>
  );
}

/** Switches the person by loading the page again, like a new session. */
function WhoLooks(): ReactElement {
  return (
    <nav aria-label="Who looks">
      {people.map(({ id, name, roles }) => (
        <a key={id} href={`?as=${id}`} aria-current={id === me?.id ? 'true' : undefined}>
          {name}
          {roles === undefined ? '' : ` (${roles.join(', ')})`}
        </a>
      ))}
    </nav>
  );
}

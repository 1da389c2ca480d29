import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';
import type { ReactElement } from 'react';
import { Chat } from '../chat';

/** Runs on the server, also when the browser calls it. A real app must check here who calls. */
const loadNames = createServerFn().handler(() => ['milk', 'old']);

export const Route = createFileRoute('/')({ loader: () => loadNames(), component: Home });

function Home(): ReactElement {
  return (
    <main>
      <p>Notes: {Route.useLoaderData().join(', ')}</p>
      <div className="chat">
        <Chat />
      </div>
    </main>
  );
}

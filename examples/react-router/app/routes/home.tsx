import type { ReactElement } from 'react';
import { Chat } from '../chat';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = () => [{ title: 'Notes' }];

/** Runs on the server. An agent is not plain data, so the chat imports it instead. */
export const loader = (): { names: string[] } => ({ names: ['milk', 'old'] });

export default function Home({ loaderData }: Route.ComponentProps): ReactElement {
  return (
    <main>
      <p>Notes: {loaderData.names.join(', ')}</p>
      <div className="chat">
        <Chat />
      </div>
    </main>
  );
}

import type { ReactElement } from 'react';
import { Chat } from './chat';
import { Notes } from './notes';

export default function Page(): ReactElement {
  return (
    <main>
      <h1>Notes</h1>
      <Notes />
      <div className="chat">
        <Chat />
      </div>
    </main>
  );
}

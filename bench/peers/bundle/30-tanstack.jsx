// TanStack AI: useChat over server-sent events; the loop on a server
import { fetchServerSentEvents, useChat } from '@tanstack/ai-react';
import { createRoot } from 'react-dom/client';

const connection = fetchServerSentEvents('/api/chat');
function App() {
  const { messages, sendMessage } = useChat({ connection });
  return (
    <div>
      <button type="button" onClick={() => sendMessage('go')}>
        Go
      </button>
      {messages.map(({ id, parts }) => (
        <p key={id}>{parts.map((part) => (part.type === 'text' ? part.content : part.type))}</p>
      ))}
    </div>
  );
}
createRoot(document.getElementById('root')).render(<App />);

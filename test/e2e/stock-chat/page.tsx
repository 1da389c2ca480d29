import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  getToolName,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { type ReactElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// An app with the AI SDK only. It does not use this package.

type Part = UIMessage['parts'][number];

const settings = new URLSearchParams(location.search);

function Chat({ kept }: { readonly kept: UIMessage[] }): ReactElement {
  const chat = useChat({
    id: 'stock-page',
    messages: kept,
    resume: settings.has('resume'),
    transport: new DefaultChatTransport({ api: settings.get('api') ?? '/chat' }),
    sendAutomaticallyWhen: (now) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(now) || lastAssistantMessageIsCompleteWithToolCalls(now),
  });
  const [text, setText] = useState('');
  const partOf = (part: Part, index: number): ReactElement | null => {
    if (part.type === 'text') return <p key={index}>{part.text}</p>;
    if (!isToolUIPart(part)) return null;
    const { toolCallId, state, approval } = part;
    const id = approval?.id ?? '';
    return (
      <fieldset key={toolCallId}>
        <legend>
          {getToolName(part)} {toolCallId}
        </legend>
        <code>{JSON.stringify(part.input)}</code> <code>{state}</code>
        {state === 'approval-requested' && (
          <>
            <button type="button" onClick={() => void chat.addToolApprovalResponse({ id, approved: true })}>
              Yes
            </button>
            <button type="button" onClick={() => void chat.addToolApprovalResponse({ id, approved: false })}>
              No
            </button>
          </>
        )}
        {state === 'input-available' && (
          <button
            type="button"
            onClick={() => void chat.addToolOutput({ tool: getToolName(part), toolCallId, output: { hex: '#fff' } })}
          >
            White
          </button>
        )}
      </fieldset>
    );
  };
  return (
    <main>
      <div role="log">
        {chat.messages.map(({ id, role, parts }) => (
          <article key={id} aria-label={role}>
            {parts.map(partOf)}
          </article>
        ))}
      </div>
      <p role="status">{chat.status}</p>
      <p role="alert">{chat.error?.message}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void chat.sendMessage({ text });
          setText('');
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      </form>
    </main>
  );
}

async function open(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  const kept = (await (await fetch('/kept')).json()) as UIMessage[];
  createRoot(root).render(
    <StrictMode>
      <Chat kept={kept} />
    </StrictMode>,
  );
}

void open();

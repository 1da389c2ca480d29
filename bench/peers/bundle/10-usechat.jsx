// AI SDK: useChat, client tools, approval; the loop on a server
import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses as isApproved,
  lastAssistantMessageIsCompleteWithToolCalls as isCalled,
  isToolUIPart,
} from 'ai';
import { createRoot } from 'react-dom/client';

const transport = new DefaultChatTransport({ api: '/api/chat' });
function App() {
  const { messages, sendMessage, addToolOutput, addToolApprovalResponse } = useChat({
    transport,
    sendAutomaticallyWhen: (options) => isCalled(options) || isApproved(options),
    onToolCall: ({ toolCall: { toolName: tool, toolCallId } }) => void addToolOutput({ tool, toolCallId, output: 1 }),
  });
  const approve = ({ approval }) => approval && addToolApprovalResponse({ id: approval.id, approved: true });
  return (
    <div>
      <button type="button" onClick={() => sendMessage({ text: 'go' })}>
        Go
      </button>
      {messages.flatMap(({ parts }) =>
        parts.filter(isToolUIPart).map((part) => (
          <button type="button" key={part.toolCallId} onClick={() => approve(part)}>
            {part.type}
          </button>
        )),
      )}
    </div>
  );
}
createRoot(document.getElementById('root')).render(<App />);

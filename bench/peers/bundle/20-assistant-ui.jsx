// assistant-ui: thread, composer, approval; the loop on a server
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/react-ai-sdk';
import { lastAssistantMessageIsCompleteWithApprovalResponses as isApproved } from 'ai';
import { createRoot } from 'react-dom/client';

const transport = new AssistantChatTransport({ api: '/api/chat' });
const Call = ({ toolName, respondToApproval }) => (
  <button type="button" onClick={() => respondToApproval({ approved: true })}>
    {toolName}
  </button>
);
const Message = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts components={{ tools: { Fallback: Call } }} />
  </MessagePrimitive.Root>
);
function App() {
  const runtime = useChatRuntime({ transport, sendAutomaticallyWhen: isApproved });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages components={{ Message }} />
        </ThreadPrimitive.Viewport>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input />
          <ComposerPrimitive.Send>Go</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}
createRoot(document.getElementById('root')).render(<App />);

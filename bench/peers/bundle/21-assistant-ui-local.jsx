// assistant-ui: the same with a local runtime, for a model adapter of the app
import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  useLocalRuntime,
} from '@assistant-ui/react';
import { createRoot } from 'react-dom/client';

const adapter = { run: (options) => window.model.run(options) };
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
  const runtime = useLocalRuntime(adapter);
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

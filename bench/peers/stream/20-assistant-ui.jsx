// assistant-ui: useLocalRuntime, primitives
import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  ThreadPrimitive,
  useLocalRuntime,
  useMessagePartText,
} from '@assistant-ui/react';
import { useState } from 'react';

export default function Case({ bench }) {
  const [{ adapter, messages }] = useState(() => {
    const Text = () => <bench.Text text={useMessagePartText().text} />;
    const AssistantMessage = () => <MessagePrimitive.Parts components={{ Text }} />;
    return {
      messages: { AssistantMessage, UserMessage: () => null },
      adapter: {
        async *run() {
          let text = '';
          for await (const delta of bench.source()) {
            text += delta;
            yield { content: [{ type: 'text', text }] };
          }
        },
      },
    };
  });
  const runtime = useLocalRuntime(adapter);
  bench.useStart(() => runtime.thread.append('go'));
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Messages components={messages} />
    </AssistantRuntimeProvider>
  );
}

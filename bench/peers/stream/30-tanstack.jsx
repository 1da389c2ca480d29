// TanStack AI: useChat
import { useChat } from '@tanstack/ai-react';
import { useState } from 'react';

export default function Case({ bench }) {
  const [connection] = useState(() => ({
    async *connect(...[, , , run]) {
      const ids = { threadId: run?.threadId ?? 't', runId: run?.runId ?? 'r', timestamp: 0 };
      yield { type: 'RUN_STARTED', ...ids };
      yield { type: 'TEXT_MESSAGE_START', messageId: 'answer', role: 'assistant' };
      for await (const delta of bench.source()) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'answer', delta };
      yield { type: 'TEXT_MESSAGE_END', messageId: 'answer' };
      yield { type: 'RUN_FINISHED', ...ids, finishReason: 'stop' };
    },
  }));
  const { messages, sendMessage } = useChat({ connection });
  bench.useStart(() => sendMessage('go'));
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? last.parts.find((part) => part.type === 'text')?.content : undefined;
  return <bench.Text text={text ?? ''} />;
}

// AI SDK: useChat, throttle 50 ms, DefaultChatTransport
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useState } from 'react';
import { textFetch } from '../../lib/ai-sdk.js';

export default function Case({ bench }) {
  const [transport] = useState(() => new DefaultChatTransport({ api: '/api/chat', fetch: textFetch(bench) }));
  const { messages, sendMessage } = useChat({ transport, throttle: 50 });
  bench.useStart(() => sendMessage({ text: 'go' }));
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? last.parts.find((part) => part.type === 'text')?.text : undefined;
  return <bench.Text text={text ?? ''} />;
}

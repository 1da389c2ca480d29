// AI SDK: useChat, throttle 50 ms
import { useChat } from '@ai-sdk/react';
import { useState } from 'react';
import { TextTransport, toNeutral, toUIMessages } from '../../lib/ai-sdk.js';
import { makeMessageRow } from '../../lib/boot.jsx';

const Row = makeMessageRow(toNeutral);

export default function Case({ bench }) {
  const [options] = useState(() => ({
    transport: new TextTransport(bench),
    messages: toUIMessages(bench.history()),
    throttle: 50,
  }));
  const { messages, sendMessage } = useChat(options);
  bench.useStart(() => sendMessage({ text: 'go' }));
  return messages.map((message) => <Row key={message.id} message={message} last={message.id === 'answer'} />);
}

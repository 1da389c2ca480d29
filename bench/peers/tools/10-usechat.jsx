// AI SDK: useChat, a tool of the page (onToolCall, addToolOutput)
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useRef, useState } from 'react';
import { ToolTransport } from '../../lib/ai-sdk.js';

export default function Case({ bench }) {
  const [transport] = useState(() => new ToolTransport(bench));
  const answer = useRef();
  const { messages, sendMessage, addToolOutput } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: ({ toolCall: { toolCallId, input } }) => {
      void answer.current({ tool: 'add', toolCallId, output: { ok: true, i: input.i } });
    },
    onFinish: ({ finishReason }) => {
      if (finishReason === 'stop') void bench.end();
    },
  });
  answer.current = addToolOutput;
  bench.useStart(() => sendMessage({ text: 'go' }));
  const calls = messages.at(-1)?.parts.filter((part) => part.type === 'tool-add') ?? [];
  return calls.map(({ toolCallId, state }) => (
    <div className="row" key={toolCallId}>
      {toolCallId} {state}
    </div>
  ));
}

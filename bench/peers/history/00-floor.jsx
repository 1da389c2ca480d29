// Floor: a memoised list, the source, and one setState each 16 ms
import { memo, useState } from 'react';
import { makeMessageRow } from '../../lib/boot.jsx';

const Row = makeMessageRow(({ parts }) =>
  parts.map((part) => (part.type === 'tool' ? { ...part, state: 'output-available' } : part)),
);
const History = memo(({ messages }) => messages.map((message) => <Row key={message.id} message={message} />));

export default function Case({ bench }) {
  const [history, setHistory] = useState(bench.history);
  const [text, setText] = useState();
  bench.useStart(async () => {
    setHistory((all) => [...all, { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] }]);
    let whole = '';
    let timer;
    const show = () => {
      timer = undefined;
      setText(whole);
    };
    for await (const delta of bench.source()) {
      whole += delta;
      timer ??= setTimeout(show, 16);
    }
    clearTimeout(timer);
    show();
  });
  return (
    <div>
      <History messages={history} />
      {text !== undefined && <Row message={{ parts: [{ type: 'text', text }] }} last />}
    </div>
  );
}
